package dev.siteagent.testkit;

import dev.siteagent.spi.ApiKeysBackend;
import dev.siteagent.spi.ResourceBackend;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** What a {@link FakeBackend} works on, and the fixture of its tests. */
final class FakeCloud implements BackendFixture {
    final Set<UUID> booting = ConcurrentHashMap.newKeySet();
    final Set<UUID> running = ConcurrentHashMap.newKeySet();
    final Set<String> homes = ConcurrentHashMap.newKeySet();
    final Map<String, ApiKeysBackend.ApiKey> keys = new ConcurrentHashMap<>();
    final Map<UUID, Map<String, Map<String, Long>>> limits = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final Function<FakeCloud, ResourceBackend> opening;

    FakeCloud(Function<FakeCloud, ResourceBackend> opening) {
        this.opening = opening;
    }

    int next() {
        return count.incrementAndGet();
    }

    Map<String, Map<String, Long>> limitsOf(UUID resource) {
        return limits.getOrDefault(resource, Map.of());
    }

    @Override
    public ResourceBackend open() {
        return opening.apply(this);
    }

    @Override
    public Map<String, Object> attributes() {
        return Map.of();
    }

    @Override
    public Set<String> existing(UUID resource) {
        return running.contains(resource) ? Set.of("id-" + resource) : Set.of();
    }

    @Override
    public Set<String> secrets() {
        return Set.of("hunter2");
    }

    @Override
    public void close() {}
}
