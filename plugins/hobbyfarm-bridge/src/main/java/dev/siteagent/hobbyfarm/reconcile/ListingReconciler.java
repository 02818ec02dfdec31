package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.accounts.Account;
import dev.siteagent.hobbyfarm.accounts.Backend;
import dev.siteagent.hobbyfarm.model.BlockedException;
import dev.siteagent.hobbyfarm.model.MachineObject;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import dev.siteagent.hobbyfarm.reconcile.Sightings.Sighting;
import dev.siteagent.hobbyfarm.work.Reconciler;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Machines.Machine;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Looks at all machines of one account in one listing, often while any of them is new, and tells those that changed. A
 * machine that a listing lacks is asked for by its id before anybody believes that it is gone: listings lag.
 */
final class ListingReconciler implements Reconciler {
    private static final Duration LASTING = Duration.ofSeconds(60);

    private final Surroundings surroundings;
    private final Sightings sightings;
    private final Duration resync;
    private final Duration whileNew;
    private final Consumer<ObjectRef> queue;
    private final Map<String, Instant> failingSince = new ConcurrentHashMap<>();

    ListingReconciler(
            Surroundings surroundings,
            Sightings sightings,
            Duration resync,
            Duration whileNew,
            Consumer<ObjectRef> queue) {
        this.surroundings = surroundings;
        this.sightings = sightings;
        this.resync = resync;
        this.whileNew = whileNew;
        this.queue = queue;
    }

    @Override
    public Next reconcile(String name) throws BackendException, InterruptedException {
        int slash = name.indexOf('/');
        Backend backend = surroundings.backends().get(name.substring(0, slash));
        String secret = name.substring(slash + 1);
        List<MachineObject> machines = surroundings.machines(backend).stream()
                .filter(machine -> machine.tokenSecret().filter(secret::equals).isPresent())
                .filter(machine -> machine.id().isPresent() && !machine.deleting())
                .filter(machine -> !machine.state().equals(MachineObject.GONE))
                .toList();
        if (machines.isEmpty()) {
            failingSince.remove(name);
            return Next.rest();
        }
        boolean young = machines.stream()
                .anyMatch(
                        machine -> machine.state().isEmpty() || machine.state().equals("new"));
        Duration pause = young ? whileNew : resync;
        try {
            look(backend, surroundings.accounts().open(backend, secret), machines);
            failingSince.remove(name);
            return Next.again(pause);
        } catch (BlockedException blocked) {
            return failed(name, backend, machines, blocked.getMessage(), pause);
        } catch (TransientBackendException later) {
            Duration demanded = later.retryAfter()
                    .filter(least -> least.compareTo(pause) > 0)
                    .orElse(pause);
            return failed(name, backend, machines, later.getMessage(), demanded);
        } catch (BackendException failure) {
            return failed(name, backend, machines, failure.getMessage(), pause);
        }
    }

    private void look(Backend backend, Account account, List<MachineObject> machines)
            throws BackendException, InterruptedException {
        Instant now = surroundings.now();
        Map<String, Machine> listed = new HashMap<>();
        for (Machine machine : account.machines().list(surroundings.siteTag())) {
            listed.put(machine.id(), machine);
        }
        List<MachineObject> missing = new ArrayList<>();
        for (MachineObject machine : machines) {
            Machine seen = listed.get(machine.id().orElseThrow());
            if (seen != null) {
                tell(backend, machine, new Sighting.Seen(seen, now));
            } else if (!now.isBefore(lastSeen(backend, machine).plus(surroundings.listingLag()))) {
                missing.add(machine);
            }
        }
        if (!missing.isEmpty()) {
            ask(backend, account, missing, now);
        }
    }

    private void ask(Backend backend, Account account, List<MachineObject> missing, Instant now)
            throws BackendException, InterruptedException {
        List<String> ids =
                missing.stream().map(machine -> machine.id().orElseThrow()).toList();
        Map<String, Lookup<Machine>> found = account.machines().read(ids);
        for (MachineObject machine : missing) {
            Lookup<Machine> result = found.get(machine.id().orElseThrow());
            if (result instanceof Lookup.Present<Machine> present) {
                tell(backend, machine, new Sighting.Seen(present.value(), now));
            } else if (result instanceof Lookup.Absent<Machine> absent) {
                tell(backend, machine, absence(account, machine, absent.reason(), now));
            } else if (result instanceof Lookup.Failed<Machine> failed) {
                throw failed.why();
            }
        }
    }

    /** What one account does not have may well be in another. */
    private static Sighting absence(Account account, MachineObject machine, String reason, Instant now)
            throws BackendException, InterruptedException {
        boolean sameAccount = machine.account().filter(account.id()::equals).isPresent();
        return sameAccount
                ? new Sighting.Gone(reason, now)
                : new Sighting.Unknown(
                        "Secret " + machine.tokenSecret().orElse("") + " has a token of account " + account.id()
                                + ", but " + machine.name() + " was made in account "
                                + machine.account().orElse("(not recorded)") + "; put a token of that account in",
                        now);
    }

    private Instant lastSeen(Backend backend, MachineObject machine) {
        return sightings
                .of(backend.name(), machine.id().orElseThrow())
                .filter(Sighting.Seen.class::isInstance)
                .map(Sighting::at)
                .or(machine::attempted)
                .orElse(Instant.EPOCH);
    }

    private void tell(Backend backend, MachineObject machine, Sighting sighting) {
        String id = machine.id().orElseThrow();
        Optional<Sighting> before = sightings.of(backend.name(), id);
        sightings.put(backend.name(), id, sighting);
        boolean news = before.isEmpty()
                || !(before.get() instanceof Sighting.Seen earlier)
                || !(sighting instanceof Sighting.Seen later)
                || !earlier.machine().equals(later.machine());
        if (news) {
            queue.accept(new ObjectRef(backend.naming().machine(), machine.name()));
        }
    }

    private Next failed(String name, Backend backend, List<MachineObject> machines, String why, Duration pause) {
        Instant now = surroundings.now();
        Instant since = failingSince.computeIfAbsent(name, first -> now);
        if (!now.isBefore(since.plus(LASTING))) {
            for (MachineObject machine : machines) {
                // What was seen last stays known as the last sighting's time, so that gone is not concluded too early.
                tell(backend, machine, new Sighting.Unknown("cannot be read at the cloud: " + why, now));
            }
        }
        return Next.again(pause);
    }
}
