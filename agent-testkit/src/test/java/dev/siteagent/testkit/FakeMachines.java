package dev.siteagent.testkit;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Machines;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PermanentBackendException;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Machines in memory as they should be. */
class FakeMachines implements Machines {
    static final String FINGERPRINT = "00:01:02:03:04:05:06:07:08:09:0a:0b:0c:0d:0e:0f";

    /** What is at the remote side, whichever process asks. */
    static final class Remote {
        final Map<String, Machine> machines = new LinkedHashMap<>();
        final Map<String, Key> keys = new LinkedHashMap<>();
        private int made;

        synchronized String next() {
            made++;
            return "m-" + made;
        }
    }

    final Remote remote;

    FakeMachines(Remote remote) {
        this.remote = remote;
    }

    @Override
    public String account() {
        return "account-1";
    }

    @Override
    public Key registerKey(String name, String publicKey) {
        synchronized (remote) {
            return remote.keys.computeIfAbsent(
                    publicKey, material -> new Key("k-" + remote.keys.size(), FINGERPRINT, Map.of()));
        }
    }

    @Override
    public void removeKey(String keyId) throws BackendException {
        synchronized (remote) {
            remote.keys.values().removeIf(key -> key.id().equals(keyId));
        }
    }

    @Override
    public Machine create(MachineRequest request) {
        synchronized (remote) {
            return list(request.identity()).stream().findFirst().orElseGet(() -> make(request));
        }
    }

    final Machine make(MachineRequest request) {
        synchronized (remote) {
            Set<String> tags = new TreeSet<>(request.tags());
            tags.add(request.identity());
            Machine made = machine(remote.next(), request.name(), tags);
            remote.machines.put(made.id(), made);
            return made;
        }
    }

    private static Machine machine(String id, String name, Set<String> tags) {
        return new Machine(
                id,
                name,
                Machine.State.ACTIVE,
                Optional.empty(),
                Optional.empty(),
                tags,
                Instant.EPOCH,
                Map.of("id", id));
    }

    @Override
    public Map<String, Lookup<Machine>> read(Collection<String> ids) {
        Map<String, Lookup<Machine>> found = new LinkedHashMap<>();
        synchronized (remote) {
            for (String id : ids) {
                Machine machine = remote.machines.get(id);
                found.put(id, machine == null ? new Lookup.Absent<>("no such machine") : new Lookup.Present<>(machine));
            }
        }
        return found;
    }

    @Override
    public List<Machine> list(String tag) {
        synchronized (remote) {
            return remote.machines.values().stream()
                    .filter(machine -> machine.tags().stream().anyMatch(tag::equalsIgnoreCase))
                    .toList();
        }
    }

    @Override
    public List<Machine> named(String name) {
        synchronized (remote) {
            return remote.machines.values().stream()
                    .filter(machine -> machine.name().equals(name))
                    .toList();
        }
    }

    @Override
    public void tag(String id, Set<String> tags) {
        synchronized (remote) {
            Machine old = remote.machines.get(id);
            Set<String> all = new TreeSet<>(old.tags());
            all.addAll(tags);
            remote.machines.put(id, machine(id, old.name(), all));
        }
    }

    @Override
    public Outcome delete(String id, String identity) throws BackendException {
        synchronized (remote) {
            Machine machine = remote.machines.get(id);
            if (machine != null && machine.tags().stream().noneMatch(identity::equalsIgnoreCase)) {
                throw new PermanentBackendException("machine " + id + " is somebody else's");
            }
            remote.machines.remove(id);
            return Outcome.done();
        }
    }

    @Override
    public void close() {
        // Nothing is kept open.
    }
}
