package dev.siteagent.core.membership;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads something of many resources in one call. A fault of the plugin that a single resource provokes fails that one
 * only: the call is repeated for each half, until the culprit is alone.
 *
 * @param <T> what is read
 */
final class BulkRead<T> {
    /** What customers read of a fault of the plugin. */
    static final String FAULT = "Internal backend error. Please contact the service provider.";

    private static final Logger log = LoggerFactory.getLogger(BulkRead.class);

    private final Call<T> call;

    BulkRead(Call<T> call) {
        this.call = call;
    }

    /** A bulk read of the SPI. */
    @FunctionalInterface
    interface Call<T> {
        Map<UUID, Lookup<T>> of(List<Resource> resources) throws BackendException, InterruptedException;
    }

    /**
     * Reads.
     *
     * @return one result for each resource
     * @throws BackendException when nothing could be read: a fault that every resource provokes is the plugin's
     */
    Map<UUID, Lookup<T>> of(List<Resource> resources) throws BackendException, InterruptedException {
        Map<UUID, Lookup<T>> found = new HashMap<>();
        int faults = resources.isEmpty() ? 0 : read(resources, found);
        if (faults > 1 && faults == resources.size()) {
            throw new PermanentBackendException("the plugin fails by a fault with every resource; see the log");
        }
        return found;
    }

    /** Reads into the map and returns how many resources the plugin had a fault with. */
    private int read(List<Resource> resources, Map<UUID, Lookup<T>> found)
            throws BackendException, InterruptedException {
        try {
            Map<UUID, Lookup<T>> answer = call.of(resources);
            for (Resource resource : resources) {
                Lookup<T> lookup = answer.get(resource.uuid());
                found.put(resource.uuid(), lookup != null ? lookup : new Lookup.Failed<>(leftOut(resource)));
            }
            return 0;
        } catch (RuntimeException | LinkageError e) {
            if (resources.size() == 1) {
                log.error("The plugin failed by a fault with {}.", resources.get(0), e);
                found.put(resources.get(0).uuid(), new Lookup.Failed<>(new PermanentBackendException(FAULT, e)));
                return 1;
            }
            int half = resources.size() / 2;
            return read(resources.subList(0, half), found) + read(resources.subList(half, resources.size()), found);
        }
    }

    private static PermanentBackendException leftOut(Resource resource) {
        log.error("The plugin's answer leaves out {}.", resource);
        return new PermanentBackendException(FAULT);
    }
}
