package dev.siteagent.core.membership;

import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.BackendResource.Power;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Diagnosis;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWorkBackend;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.PowerBackend;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** Machines in memory that can be switched, without members. Fails for single machines, or altogether, when told so. */
class TestCloud implements PowerBackend, PendingWorkBackend {
    static final String FAULT = "fault";
    static final String REFUSED = "refused";
    static final String BUSY = "busy";

    final Map<String, Machine> machines = new TreeMap<>();

    /** Every call but those that read, such as {@code pause 1}. */
    final List<String> calls = new ArrayList<>();

    /** What goes wrong: an operation, or an operation and an id, to one of the words above. */
    final Map<String, String> failures = new TreeMap<>();

    BackendTraits traits = BackendTraits.defaults();
    int reads;

    /** How many polls a machine takes to stop or start; 0 is at once. */
    int switching;

    private Runnable onRead = () -> {};
    private final Map<UUID, Integer> polls = new LinkedHashMap<>();

    /** A machine. */
    static final class Machine {
        Power power = Power.ON;
        Map<String, Long> limits = Map.of();
        Map<String, Object> metadata = Map.of();
        boolean ready = true;
    }

    Machine add(String id) {
        Machine machine = new Machine();
        machines.put(id, machine);
        return machine;
    }

    /** Sets what happens while the machines are read. */
    void onRead(Runnable what) {
        onRead = what;
    }

    void fail(String operation, String id) throws BackendException {
        for (String key : List.of(operation, operation + " " + id)) {
            String failure = failures.getOrDefault(key, "");
            switch (failure) {
                case FAULT -> throw new IllegalStateException("a fault of the plugin in " + key);
                case REFUSED -> throw new PermanentBackendException(key + " is refused");
                case BUSY -> throw new TransientBackendException(key + " is busy", null);
                default -> {
                    // It works.
                }
            }
        }
    }

    static String id(Resource resource) {
        return resource.backendId().orElseThrow();
    }

    @Override
    public BackendTraits traits() {
        return traits;
    }

    @Override
    public void ping() throws BackendException {
        fail("ping", "");
    }

    @Override
    public Diagnosis diagnose() {
        return new Diagnosis(List.of());
    }

    @Override
    public Outcome create(CreateRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Outcome delete(Resource resource) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources)
            throws BackendException, InterruptedException {
        reads++;
        onRead.run();
        fail("read all", "");
        Map<UUID, Lookup<BackendResource>> found = new LinkedHashMap<>();
        for (Resource resource : resources) {
            if (failures.getOrDefault("read " + id(resource), "").equals(FAULT)) {
                throw new IllegalStateException("a fault of the plugin");
            }
            found.put(resource.uuid(), read(resource));
        }
        return found;
    }

    private Lookup<BackendResource> read(Resource resource) {
        try {
            fail("read", id(resource));
        } catch (BackendException e) {
            return new Lookup.Failed<>(e);
        }
        Machine machine = machines.get(id(resource));
        return machine == null
                ? new Lookup.Absent<>("machine " + id(resource) + " was not found")
                : new Lookup.Present<>(seen(id(resource)));
    }

    BackendResource seen(String id) {
        Machine machine = machines.get(id);
        return BackendResource.ready(id)
                .withReady(machine.ready)
                .withPower(machine.power)
                .withLimits(machine.limits)
                .withMetadata(machine.metadata);
    }

    @Override
    public Map<String, Object> metadataOfAbsent(Resource resource) {
        Map<String, Object> metadata = new LinkedHashMap<>(resource.metadata());
        metadata.put("error", "gone");
        return metadata;
    }

    @Override
    public Outcome pause(Resource resource, BackendResource current) throws BackendException {
        return switched("pause", resource, Power.OFF);
    }

    @Override
    public Outcome downscale(Resource resource, BackendResource current) throws BackendException {
        return switched("downscale", resource, Power.OFF);
    }

    @Override
    public Outcome restore(Resource resource, BackendResource current) throws BackendException {
        return switched("restore", resource, Power.ON);
    }

    private Outcome switched(String how, Resource resource, Power goal) throws BackendException {
        fail(how, id(resource));
        Machine machine = machines.get(id(resource));
        if (machine.power == goal) {
            return Outcome.done();
        }
        calls.add(how + " " + id(resource));
        if (switching > 0) {
            return pending();
        }
        machine.power = goal;
        return Outcome.ready(seen(id(resource)));
    }

    private static Outcome pending() {
        return new Outcome.Pending(Optional.empty(), new Handle("h"), Duration.ofMillis(1), "it is switching");
    }

    @Override
    public Map<UUID, Attempt<Outcome>> poll(Collection<PendingWork> works) throws BackendException {
        Map<UUID, Attempt<Outcome>> answers = new LinkedHashMap<>();
        for (PendingWork work : works) {
            String id = id(work.resource());
            calls.add("poll " + work.kind() + " " + id + " " + work.handle().text());
            try {
                fail("poll", id);
                if (polls.merge(work.resource().uuid(), 1, Integer::sum) < switching) {
                    answers.put(work.resource().uuid(), new Attempt.Succeeded<>(pending()));
                } else {
                    machines.get(id).power = work.kind() == PendingWork.Kind.RESTORE ? Power.ON : Power.OFF;
                    answers.put(work.resource().uuid(), new Attempt.Succeeded<>(Outcome.ready(seen(id))));
                }
            } catch (BackendException e) {
                answers.put(work.resource().uuid(), new Attempt.Failed<>(e));
            }
        }
        return answers;
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
