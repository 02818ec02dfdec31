package dev.siteagent.core.reports;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Diagnosis;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.Usage;
import dev.siteagent.spi.UsageBackend;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/** A cloud that measures usage and forgets it with the month. */
final class MeteredNow implements UsageBackend {
    private final MeteredCloud cloud;

    MeteredNow(MeteredCloud cloud) {
        this.cloud = cloud;
    }

    @Override
    public BackendTraits traits() {
        return cloud.traits();
    }

    @Override
    public Map<UUID, Lookup<Usage>> currentUsage(Collection<Resource> resources) throws BackendException {
        return cloud.currentUsage(resources);
    }

    @Override
    public void ping() {}

    @Override
    public Diagnosis diagnose() {
        return cloud.diagnose();
    }

    @Override
    public Outcome create(CreateRequest request) {
        return cloud.create(request);
    }

    @Override
    public Outcome delete(Resource resource) {
        return cloud.delete(resource);
    }

    @Override
    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) {
        return cloud.read(resources);
    }

    @Override
    public void close() {}
}
