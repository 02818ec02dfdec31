package dev.siteagent.hobbyfarm;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Machines;
import dev.siteagent.spi.MachinesProvider;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PermanentBackendException;
import java.net.InetAddress;
import java.time.Clock;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** A backend that keeps its machines in memory and gives them private addresses only. */
final class PlainBackend implements MachinesProvider {
    private final Map<String, Machines.Machine> machines = new LinkedHashMap<>();
    private final Map<String, Machines.Key> keys = new LinkedHashMap<>();
    private final AtomicLong ids = new AtomicLong();

    @Override
    public String name() {
        return "plain";
    }

    @Override
    public Map<String, Boolean> parameters() {
        return Map.of("flavour", true);
    }

    @Override
    public Machines openMachines(MachinesContext context) {
        return new Account(context.clock());
    }

    synchronized List<Machines.Machine> machines() {
        return List.copyOf(machines.values());
    }

    synchronized int keys() {
        return keys.size();
    }

    private final class Account implements Machines {
        private final Clock clock;

        Account(Clock clock) {
            this.clock = clock;
        }

        @Override
        public String account() {
            return "plain-account";
        }

        @Override
        public Key registerKey(String name, String publicKey) {
            synchronized (PlainBackend.this) {
                return keys.computeIfAbsent(
                        publicKey, one -> new Key("key-" + ids.incrementAndGet(), "00:00", Map.of("name", name)));
            }
        }

        @Override
        public void removeKey(String keyId) {
            synchronized (PlainBackend.this) {
                keys.values().removeIf(key -> key.id().equals(keyId));
            }
        }

        @Override
        public Machine create(MachineRequest request) throws BackendException {
            synchronized (PlainBackend.this) {
                List<Machine> there = list(request.identity());
                if (!there.isEmpty()) {
                    return there.get(0);
                }
                if (!request.parameters().containsKey("flavour")) {
                    throw new PermanentBackendException("there is no flavour; give one");
                }
                Set<String> tags = new LinkedHashSet<>(request.tags());
                tags.add(request.identity());
                String id = "m-" + ids.incrementAndGet();
                Machine made = new Machine(
                        id,
                        request.name(),
                        Machine.State.ACTIVE,
                        Optional.empty(),
                        Optional.of(InetAddress.getLoopbackAddress()),
                        tags,
                        clock.instant(),
                        Map.of("id", id, "name", request.name()));
                machines.put(id, made);
                return made;
            }
        }

        @Override
        public Map<String, Lookup<Machine>> read(Collection<String> wanted) {
            synchronized (PlainBackend.this) {
                Map<String, Lookup<Machine>> results = new LinkedHashMap<>();
                wanted.forEach(id -> results.put(
                        id,
                        machines.containsKey(id)
                                ? new Lookup.Present<>(machines.get(id))
                                : new Lookup.Absent<>("there is none")));
                return results;
            }
        }

        @Override
        public List<Machine> list(String tag) {
            synchronized (PlainBackend.this) {
                return machines.values().stream()
                        .filter(machine -> machine.tags().stream().anyMatch(tag::equalsIgnoreCase))
                        .toList();
            }
        }

        @Override
        public List<Machine> named(String name) {
            synchronized (PlainBackend.this) {
                return machines.values().stream()
                        .filter(machine -> machine.name().equals(name))
                        .toList();
            }
        }

        @Override
        public void tag(String id, Set<String> tags) {
            throw new UnsupportedOperationException("every machine here has its tags from the start");
        }

        @Override
        public Outcome delete(String id, String identity) {
            synchronized (PlainBackend.this) {
                machines.remove(id);
                return Outcome.done();
            }
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
