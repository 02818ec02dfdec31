package dev.siteagent.sandbox.digitalocean;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The droplets and what happens to them. Time passes whenever somebody looks: actions whose time has come end first, in
 * their order. Thread-safe.
 */
final class Droplets {
    private final Clock clock;
    private final Habits habits;
    private final ActionRules rules;
    private final Map<Long, Machine> machines = new LinkedHashMap<>();
    private final Map<Long, Droplet> archive = new HashMap<>();
    private final Map<Long, Action> actions = new HashMap<>();
    private final Map<Long, List<Long>> actionIds = new HashMap<>();
    private final PriorityQueue<PendingAction> pending = new PriorityQueue<>(Comparator.comparing(PendingAction::endsAt)
            .thenComparing(one -> one.action().id()));
    private long nextDropletId = 3_300_000_001L;
    private long nextActionId = 3_169_590_176L;
    private long made;
    private long createCount;

    Droplets(Clock clock, Habits habits, Catalogue catalogue) {
        this.clock = clock;
        this.habits = habits;
        this.rules = new ActionRules(catalogue, habits);
    }

    /** A droplet and the action that changes it. */
    record Begun(Droplet droplet, Action action) {}

    synchronized Begun create(NewDroplet wanted) {
        Instant now = settle();
        if (machines.size() >= habits.dropletLimit()) {
            throw new Unprocessable("creating this/these droplet(s) will exceed your droplet limit");
        }
        Machine machine = add(wanted, now, false);
        createCount++;
        Action action = begin(machine, "create", habits.durationOf("create"), machine::boot);
        return new Begun(machine.show(now, habits), action);
    }

    /** Adds a droplet that has booted and is not counted as created. */
    synchronized Droplet addActive(NewDroplet wanted) {
        Instant now = settle();
        Machine machine = add(wanted, now, true);
        machine.boot(now);
        return machine.show(now, habits);
    }

    private Machine add(NewDroplet wanted, Instant now, boolean listedAtOnce) {
        Addresses addresses = Addresses.of(made++, wanted.publicNetworking());
        Machine machine = new Machine(nextDropletId, wanted, addresses, now, listedAtOnce);
        nextDropletId += 7;
        machines.put(machine.id, machine);
        return machine;
    }

    synchronized Optional<Droplet> find(long id) {
        Instant now = settle();
        Machine machine = machines.get(id);
        return machine == null ? Optional.ofNullable(archive.get(id)) : Optional.of(machine.show(now, habits));
    }

    /** Returns all droplets as they are, whatever lists show. */
    synchronized List<Droplet> all() {
        Instant now = settle();
        return machines.values().stream()
                .map(machine -> machine.show(now, habits))
                .toList();
    }

    /** Returns a page of what the list of all droplets shows. */
    Page<Droplet> listed(Slice slice) {
        return listed(machine -> true, slice);
    }

    Page<Droplet> listedByTag(String tag, Slice slice) {
        String key = Tags.key(tag);
        return listed(machine -> machine.hasTag(key), slice);
    }

    Page<Droplet> listedByName(String name, Slice slice) {
        return listed(machine -> machine.name().equalsIgnoreCase(name), slice);
    }

    private synchronized Page<Droplet> listed(Predicate<Machine> filter, Slice slice) {
        Instant now = settle();
        Duration lag = habits.listingLag();
        List<Machine> found = machines.values().stream()
                .filter(machine -> machine.listedAtOnce || !now.isBefore(machine.createdAt.plus(lag)))
                .filter(filter)
                .toList();
        return slice.of(found).map(machine -> machine.show(now, habits));
    }

    /** Begins an action; empty where there is no such droplet. */
    synchronized Optional<Action> act(long id, ActionRequest request) {
        Instant now = settle();
        Machine machine = machines.get(id);
        if (machine == null) {
            return Optional.empty();
        }
        Consumer<Instant> effect = rules.effect(machine, request);
        boolean timesOut =
                request.type().equals("shutdown") && habits.guestOf(id) == Habits.Guest.LETS_SHUTDOWN_TIME_OUT;
        if (timesOut) {
            Instant end = now.plus(habits.shutdownTimeout());
            return Optional.of(begin(machine, request.type(), end, Action.Status.ERRORED, effect));
        }
        return Optional.of(begin(machine, request.type(), habits.durationOf(request.type()), effect));
    }

    synchronized Optional<Action> action(long id) {
        settle();
        return Optional.ofNullable(actions.get(id));
    }

    /** Returns the actions of a droplet, newest first, also of one that is gone. */
    synchronized List<Action> actionsOf(long dropletId) {
        settle();
        List<Action> newestFirst = new ArrayList<>();
        actionIds.getOrDefault(dropletId, List.of()).forEach(id -> newestFirst.add(0, actions.get(id)));
        return newestFirst;
    }

    /** Destroys a droplet; false where there is none. */
    synchronized boolean delete(long id) {
        Instant now = settle();
        Machine machine = machines.get(id);
        if (machine == null) {
            return false;
        }
        boolean destroying =
                machine.pending != null && machine.pending.action().type().equals("destroy");
        if (destroying || (machine.pending != null && habits.deleteIgnoredWhileLocked())) {
            return true;
        }
        abandon(machine, now);
        Duration duration = habits.deleteDuration();
        if (duration.isZero()) {
            destroy(machine, now);
        } else {
            begin(machine, "destroy", now.plus(duration), Action.Status.COMPLETED, when -> destroy(machine, when));
        }
        return true;
    }

    /** Takes a droplet away at once, whatever it is doing, as somebody at the control panel would. */
    synchronized void remove(long id) {
        Instant now = settle();
        Machine machine = machines.get(id);
        if (machine != null) {
            abandon(machine, now);
            destroy(machine, now);
        }
    }

    /** Ends what a droplet is doing at once. */
    synchronized void finish(long id) {
        Instant now = settle();
        Machine machine = machines.get(id);
        if (machine != null && machine.pending != null) {
            PendingAction ending = machine.pending;
            pending.remove(ending);
            end(ending, now);
        }
    }

    /** Sets the status by hand, with no action. */
    synchronized void force(long id, Droplet.Status status) {
        Instant now = settle();
        Optional.ofNullable(machines.get(id))
                .ifPresent(machine -> machine.status(status, now.minus(habits.statusLag())));
    }

    /** Puts a tag on a droplet; false where there is none. */
    synchronized boolean tag(long id, String spelling) {
        Machine machine = machines.get(id);
        if (machine != null) {
            machine.tag(spelling);
        }
        return machine != null;
    }

    /** Takes a tag off a droplet; false where there is none. */
    synchronized boolean untag(long id, String name) {
        Machine machine = machines.get(id);
        if (machine != null) {
            machine.untag(name);
        }
        return machine != null;
    }

    synchronized void untagAll(String name) {
        machines.values().forEach(machine -> machine.untag(name));
    }

    synchronized long createCount() {
        return createCount;
    }

    private void destroy(Machine machine, Instant when) {
        machines.remove(machine.id);
        if (habits.archiveAfterDelete()) {
            machine.status(Droplet.Status.ARCHIVE, when.minus(habits.statusLag()));
            archive.put(machine.id, machine.show(when, habits));
        }
    }

    private void abandon(Machine machine, Instant now) {
        if (machine.pending != null) {
            pending.remove(machine.pending);
            Action cut = machine.pending.action().ended(Action.Status.ERRORED, now);
            actions.put(cut.id(), cut);
            machine.pending = null;
        }
    }

    private Action begin(Machine machine, String type, Duration duration, Consumer<Instant> effect) {
        Action.Status outcome = habits.takesFailure(type) ? Action.Status.ERRORED : Action.Status.COMPLETED;
        return begin(
                machine,
                type,
                clock.instant().plus(duration),
                outcome,
                outcome == Action.Status.ERRORED ? when -> {} : effect);
    }

    private Action begin(
            Machine machine, String type, Instant endsAt, Action.Status outcome, Consumer<Instant> effect) {
        Action action = new Action(
                nextActionId, type, Action.Status.IN_PROGRESS, clock.instant(), null, machine.id, machine.region);
        nextActionId += 3;
        actions.put(action.id(), action);
        actionIds.computeIfAbsent(machine.id, unused -> new ArrayList<>()).add(action.id());
        machine.pending = new PendingAction(action, machine, endsAt, outcome, effect);
        pending.add(machine.pending);
        return action;
    }

    private Instant settle() {
        Instant now = clock.instant();
        List<PendingAction> due = new ArrayList<>();
        while (!pending.isEmpty() && !pending.peek().endsAt().isAfter(now)) {
            due.add(pending.poll());
        }
        due.forEach(ending -> end(ending, ending.endsAt()));
        return now;
    }

    private void end(PendingAction ending, Instant when) {
        Action ended = ending.action().ended(ending.outcome(), when);
        actions.put(ended.id(), ended);
        ending.machine().pending = null;
        ending.effect().accept(when);
    }
}
