package dev.siteagent.docs;

import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.testkit.BackendFixture;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A cloud whose machines boot when time passes twice. Thread-safe. */
final class SlowCloud implements BackendFixture {
    private static final int BOOT = 2;

    private final Map<String, Machine> machines = new LinkedHashMap<>();
    private int made;

    /** A machine, found by its mark. */
    record Machine(String id, int age) {
        boolean booted() {
            return age >= BOOT;
        }
    }

    synchronized Machine make(String mark) {
        made++;
        return machines.computeIfAbsent(mark, unused -> new Machine("m-" + made, 0));
    }

    synchronized Optional<Machine> find(String mark) {
        return Optional.ofNullable(machines.get(mark));
    }

    synchronized Map<String, Machine> list() {
        return Map.copyOf(machines);
    }

    synchronized void delete(String mark) {
        machines.remove(mark);
    }

    @Override
    public synchronized void letTimePass() {
        machines.replaceAll((mark, machine) -> new Machine(machine.id(), machine.age() + 1));
    }

    @Override
    public ResourceBackend open() {
        return new SlowBackend(this);
    }

    @Override
    public Map<String, Object> attributes() {
        return Map.of();
    }

    @Override
    public Set<String> existing(UUID resource) {
        return find(resource.toString()).map(machine -> Set.of(machine.id())).orElse(Set.of());
    }

    @Override
    public Set<String> secrets() {
        return Set.of();
    }

    @Override
    public void close() {
        // The machines go with the object.
    }
}
