package dev.siteagent.core.orders;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceBackend;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Reads resources from the backend, in bulk for all orders that ask at the same time. Thread-safe. */
final class BackendReads {
    private final ResourceBackend backend;
    private final SharedReads<Key, Lookup<BackendResource>> reads = new SharedReads<>(this::readAll);

    BackendReads(ResourceBackend backend) {
        this.backend = backend;
    }

    /**
     * Reads one resource.
     *
     * @param resource the resource, with a backend id
     */
    Lookup<BackendResource> read(Resource resource) throws InterruptedException {
        return reads.read(new Key(resource));
    }

    private Map<Key, Lookup<BackendResource>> readAll(Set<Key> keys) throws InterruptedException {
        Map<UUID, Lookup<BackendResource>> found;
        try {
            found = backend.read(keys.stream().map(Key::resource).collect(Collectors.toList()));
        } catch (BackendException e) {
            return keys.stream().collect(Collectors.toMap(key -> key, key -> new Lookup.Failed<>(e)));
        } catch (RuntimeException | LinkageError e) {
            return isolated(keys, e);
        }
        Map<Key, Lookup<BackendResource>> byKey = new LinkedHashMap<>();
        for (Key key : keys) {
            Lookup<BackendResource> lookup = found.get(key.resource().uuid());
            if (lookup != null) {
                byKey.put(key, lookup);
            }
        }
        return byKey;
    }

    /** A fault of the plugin that one resource provokes must not fail the others: reads each alone. */
    private Map<Key, Lookup<BackendResource>> isolated(Set<Key> keys, Throwable why) throws InterruptedException {
        if (keys.size() == 1) {
            return Map.of(
                    keys.iterator().next(), new Lookup.Failed<>(new PermanentBackendException(BackendPoll.FAULT, why)));
        }
        Map<Key, Lookup<BackendResource>> found = new LinkedHashMap<>();
        for (Key key : keys) {
            found.putAll(readAll(Set.of(key)));
        }
        return found;
    }

    /** A resource that counts as equal by its UUID. */
    private record Key(Resource resource) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.resource.uuid().equals(resource.uuid());
        }

        @Override
        public int hashCode() {
            return resource.uuid().hashCode();
        }
    }
}
