package dev.siteagent.core.orders;

import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.CreateContext;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Diagnosis;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.LimitsBackend;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWorkBackend;
import dev.siteagent.spi.Resource;
import java.time.Duration;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A cloud in memory that assigns ids, takes its time, and fails when a test says so. Thread-safe. */
public class MemoryCloud implements PendingWorkBackend, LimitsBackend {
    private static final Duration SOON = Duration.ofMillis(5);

    /** Machines by id. */
    public final Map<String, Machine> machines = new ConcurrentSkipListMap<>();

    /** Every call in its order, such as {@code create} and {@code delete 1}. */
    public final List<String> calls = new CopyOnWriteArrayList<>();

    /** What the creates were given beyond their resource. */
    public final List<CreateContext> contexts = new CopyOnWriteArrayList<>();

    /** The attributes, limits and so on that the last create was given. */
    public volatile Resource lastCreated;

    /** The last change of limits. */
    public volatile Change lastChange;

    /** How many polls a machine boots, and a deletion takes. */
    public volatile int polls = 1;

    /** Whether a change of limits is remembered by a handle and made in a poll. */
    public volatile boolean slowResize;

    /** What the cloud is like. */
    public volatile BackendTraits traits = BackendTraits.defaults().withLimitUnits(BackendTraits.LimitUnits.WALDUR);

    /** What metadata every machine has beside its id. */
    public volatile Map<String, Object> metadata = Map.of("size", "small", "cores", 2);

    /** How often {@link #close()} was called. */
    public final AtomicInteger closed = new AtomicInteger();

    private final Map<String, Deque<Throwable>> failures = new ConcurrentHashMap<>();
    private final Map<UUID, Integer> polled = new ConcurrentHashMap<>();
    private final AtomicInteger lastId = new AtomicInteger(100);

    /** A machine. */
    public record Machine(String id, UUID resource, Map<String, Long> limits) {}

    /** Lets the next calls of an operation ({@code create}, {@code delete} …) fail, each with one of these. */
    public void fail(String operation, Throwable... with) {
        failures.computeIfAbsent(operation, key -> new ConcurrentLinkedDeque<>())
                .addAll(List.of(with));
    }

    /** Runs what a test wants at the moment of a call. */
    protected void during(String operation, Resource resource) throws InterruptedException {}

    private void call(String operation, Resource resource) throws BackendException, InterruptedException {
        calls.add(
                resource == null
                        ? operation
                        : operation + resource.backendId().map(id -> " " + id).orElse(""));
        Deque<Throwable> queue = failures.get(operation);
        Throwable failure = queue == null ? null : queue.poll();
        if (resource != null) {
            during(operation, resource);
        }
        if (failure instanceof BackendException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }

    /** Puts a machine there, as if an earlier call had made it. */
    public Machine put(String id, UUID resource) {
        Machine machine = new Machine(id, resource, Map.of());
        machines.put(id, machine);
        return machine;
    }

    @Override
    public BackendTraits traits() {
        return traits;
    }

    @Override
    public void ping() throws BackendException, InterruptedException {
        call("ping", null);
    }

    @Override
    public void preflight() throws BackendException, InterruptedException {
        call("preflight", null);
    }

    @Override
    public Diagnosis diagnose() {
        return new Diagnosis(List.of());
    }

    @Override
    public Set<String> componentTypes() {
        return Set.of("cpu", "ram", "disk");
    }

    @Override
    public Outcome create(CreateRequest request) throws BackendException, InterruptedException {
        Resource resource = request.resource();
        lastCreated = resource;
        contexts.add(request.context());
        call("create", resource);
        Machine machine = mark(resource.uuid()).orElseGet(() -> make(resource, newId(request)));
        return polls == 0 ? Outcome.ready(seen(machine)) : booting(machine.id());
    }

    /** Chooses the id of a new machine. */
    protected String newId(CreateRequest request) {
        return Integer.toString(lastId.incrementAndGet());
    }

    private Machine make(Resource resource, String id) {
        Machine machine = new Machine(id, resource.uuid(), resource.limits());
        machines.put(id, machine);
        return machine;
    }

    private static Outcome booting(String id) {
        return new Outcome.Pending(Optional.of(id), Handle.NONE, SOON, "machine " + id + " is booting");
    }

    private Optional<Machine> mark(UUID resource) {
        return machines.values().stream()
                .filter(machine -> machine.resource().equals(resource))
                .findFirst();
    }

    private Optional<Machine> of(Resource resource) {
        return resource.backendId().map(machines::get).or(() -> mark(resource.uuid()));
    }

    /** Describes a machine. */
    protected BackendResource seen(Machine machine) {
        Map<String, Object> shown = new LinkedHashMap<>(metadata);
        shown.put("id", machine.id());
        return BackendResource.ready(machine.id()).withLimits(machine.limits()).withMetadata(shown);
    }

    @Override
    public Outcome delete(Resource resource) throws BackendException, InterruptedException {
        call("delete", resource);
        Optional<Machine> machine = of(resource);
        if (machine.isEmpty()) {
            return Outcome.done();
        }
        if (polls == 0) {
            machines.remove(machine.get().id());
            return Outcome.done();
        }
        return deleting();
    }

    private static Outcome deleting() {
        return new Outcome.Pending(Optional.empty(), Handle.NONE, SOON, "the deletion is confirmed");
    }

    @Override
    public Outcome setLimits(Resource resource, Change change) throws BackendException, InterruptedException {
        lastChange = change;
        call("setLimits", resource);
        if (slowResize) {
            return new Outcome.Pending(Optional.empty(), new Handle("resize"), SOON, "the resize begins");
        }
        return Outcome.ready(seen(resized(resource, change.limits())));
    }

    private Machine resized(Resource resource, Map<String, Long> limits) {
        Machine before = of(resource).orElseThrow();
        Machine after = new Machine(before.id(), before.resource(), limits);
        machines.put(after.id(), after);
        return after;
    }

    @Override
    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources)
            throws BackendException, InterruptedException {
        call("read", null);
        Map<UUID, Lookup<BackendResource>> found = new LinkedHashMap<>();
        for (Resource resource : resources) {
            Machine machine = machines.get(resource.backendId().orElseThrow());
            found.put(
                    resource.uuid(),
                    machine == null
                            ? new Lookup.Absent<>(
                                    "machine " + resource.backendId().get() + " was not found.")
                            : new Lookup.Present<>(seen(machine).withReady(polls == 0)));
        }
        return found;
    }

    @Override
    public Map<UUID, Attempt<Outcome>> poll(Collection<PendingWork> works)
            throws BackendException, InterruptedException {
        call("poll", null);
        Map<UUID, Attempt<Outcome>> answers = new LinkedHashMap<>();
        for (PendingWork work : works) {
            try {
                answers.put(work.resource().uuid(), new Attempt.Succeeded<>(polled(work)));
            } catch (BackendException e) {
                answers.put(work.resource().uuid(), new Attempt.Failed<>(e));
            }
        }
        return answers;
    }

    private Outcome polled(PendingWork work) throws BackendException, InterruptedException {
        Resource resource = work.resource();
        calls.add("poll " + work.kind()
                + (work.handle().isEmpty() ? "" : " " + work.handle().text()));
        call("polled", null);
        during("polled", resource);
        int times = polled.merge(resource.uuid(), 1, Integer::sum);
        return switch (work.kind()) {
            case DELETE -> times < polls ? deleting() : deleted(resource);
            case SET_LIMITS -> Outcome.ready(seen(resized(resource, resource.limits())));
            default ->
                times < polls
                        ? booting(resource.backendId().orElseThrow())
                        : Outcome.ready(seen(of(resource).orElseThrow()));
        };
    }

    private Outcome deleted(Resource resource) {
        of(resource).ifPresent(machine -> machines.remove(machine.id()));
        return Outcome.done();
    }

    @Override
    public void close() {
        closed.incrementAndGet();
    }
}
