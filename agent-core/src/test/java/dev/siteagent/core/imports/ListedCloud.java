package dev.siteagent.core.imports;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Diagnosis;
import dev.siteagent.spi.ImportBackend;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.Resource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A cloud that lists what a test put into it, and fails when a test says so. */
final class ListedCloud implements ImportBackend {
    final List<Importable> resources = new ArrayList<>();

    BackendException failure;
    RuntimeException fault;

    /** Adds a resource of a parent. */
    void has(String backendId, String parent) {
        has(backendId, Optional.of(parent), Optional.empty());
    }

    /** Adds a resource that carries the mark of a Waldur resource. */
    void has(String backendId, Optional<String> parent, Optional<UUID> owner) {
        BackendResource resource = new BackendResource(
                backendId,
                true,
                BackendResource.Power.ON,
                Map.of("cpu", 2000L),
                Map.of("address", "192.0.2.7"),
                List.of(),
                parent,
                Optional.empty());
        resources.add(new Importable(resource, "machine " + backendId, owner, Map.of("size", "small")));
    }

    @Override
    public List<Importable> listResources() throws BackendException {
        if (failure != null) {
            throw failure;
        }
        if (fault != null) {
            throw fault;
        }
        return List.copyOf(resources);
    }

    @Override
    public void ping() {}

    @Override
    public Diagnosis diagnose() {
        return new Diagnosis(List.of());
    }

    @Override
    public Outcome create(CreateRequest request) {
        throw new UnsupportedOperationException("an import creates nothing");
    }

    @Override
    public Outcome delete(Resource resource) {
        throw new UnsupportedOperationException("an import deletes nothing");
    }

    @Override
    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) {
        throw new UnsupportedOperationException("an import lists");
    }

    @Override
    public void close() {}
}
