package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.accounts.Account;
import dev.siteagent.hobbyfarm.accounts.Backend;
import dev.siteagent.hobbyfarm.cluster.Store;
import dev.siteagent.hobbyfarm.model.BlockedException;
import dev.siteagent.hobbyfarm.model.Conditions;
import dev.siteagent.hobbyfarm.model.Conditions.Status;
import dev.siteagent.hobbyfarm.model.CreateRequest;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.MachineObject;
import dev.siteagent.hobbyfarm.model.Naming;
import dev.siteagent.hobbyfarm.reconcile.Attempts.Attempt;
import dev.siteagent.hobbyfarm.work.BackOff;
import dev.siteagent.hobbyfarm.work.Reconciler.Next;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.Machines.Machine;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes a machine, exactly one. What is needed to find and delete it is written down before the create; whatever is not
 * certain after it is looked for by its tag, with patience, before another create is sent.
 */
final class MachineCreation {
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);
    private static final Duration UNTANGLED = Duration.ofMinutes(5);
    private static final String NOT_READY = "NotReady";

    private final Surroundings surroundings;
    private final MachineStatus status;
    private final MachineReport report;
    private final FollowUp followUp;
    private final BackOff unhurried;
    private final Attempts attempts;
    private final Refusals refusals;

    MachineCreation(
            Surroundings surroundings,
            Attempts attempts,
            MachineStatus status,
            MachineReport report,
            FollowUp followUp,
            BackOff unhurried) {
        this.surroundings = surroundings;
        this.status = status;
        this.report = report;
        this.followUp = followUp;
        this.unhurried = unhurried;
        this.attempts = attempts;
        this.refusals = new Refusals(surroundings);
    }

    /** Goes on with a machine whose id is not known. */
    Next step(Backend backend, Store store, MachineObject machine)
            throws BlockedException, BackendException, InterruptedException {
        Optional<Next> refused = refusals.standing(machine.object(), machine.tokenSecret());
        if (refused.isPresent()) {
            return refused.get();
        }
        Account account =
                surroundings.accounts().open(backend, machine.tokenSecret().orElse(""));
        Attempt attempt = attempts.of(uid(machine), machine.attempted().isPresent());
        if (attempt instanceof Attempt.Made made) {
            return written(backend, store, machine, made.machine());
        }
        if (attempt instanceof Attempt.Unknown) {
            requireSameAccount(machine, account);
            List<Machine> found = account.machines().list(machine.identity());
            Duration unsettled = attempts.unsettled(attempt, surroundings.now());
            if (!found.isEmpty() || !unsettled.isZero()) {
                return found.isEmpty() ? Next.again(LOOK_AGAIN) : adopt(backend, store, machine, found);
            }
        } else if (machine.attempted().isEmpty() && !machine.madeByBridge()) {
            List<Machine> found = GoMachines.candidates(surroundings, account, machine);
            boolean young =
                    surroundings.now().isBefore(Fields.created(machine.object()).plus(surroundings.listingLag()));
            if (!found.isEmpty() || young) {
                return found.isEmpty() ? Next.again(LOOK_AGAIN) : adoptByName(backend, store, machine, account, found);
            }
        }
        return create(backend, store, recorded(backend.naming(), store, machine, account), account);
    }

    void forget(MachineObject machine) {
        refusals.forget(machine.object());
    }

    private MachineObject recorded(Naming naming, Store store, MachineObject machine, Account account)
            throws BackendException, InterruptedException {
        Map<String, Object> fields = new LinkedHashMap<>(status.record(machine, account.id()));
        boolean upToDate = machine.attempted().isPresent()
                && machine.account().filter(fields.get("account")::equals).isPresent();
        if (upToDate) {
            return machine;
        }
        Instant now = surroundings.now();
        fields.put("attemptedAt", now.truncatedTo(ChronoUnit.SECONDS).toString());
        fields.put(
                "conditions",
                machine.conditions()
                        .with(naming.machineExists(), Status.UNKNOWN, "Creating", "", now)
                        .with(naming.machineReady(), Status.UNKNOWN, "Creating", "", now)
                        .stored());
        // Of the object as it was read: if another process was faster, this one has to look again.
        return new MachineObject(store.patchStatusOf(machine.object(), fields));
    }

    private Next create(Backend backend, Store store, MachineObject machine, Account account)
            throws BackendException, InterruptedException {
        Naming naming = backend.naming();
        attempts.put(uid(machine), new Attempt.Unknown(surroundings.now()));
        Machine made;
        try {
            made = account.machines()
                    .createFresh(CreateRequest.read(machine, backend.provider(), status.tags(machine)));
        } catch (TransientBackendException later) {
            boolean surelyNot = later.retryAfter().isPresent();
            attempts.put(uid(machine), surelyNot ? new Attempt.NotMade() : new Attempt.Unknown(surroundings.now()));
            waiting(naming, store, machine, later, surelyNot);
            throw later;
        } catch (PermanentBackendException refused) {
            attempts.put(uid(machine), new Attempt.NotMade());
            report.notMade(naming, store, machine, Status.FALSE, "Refused", refused.getMessage());
            refusals.put(machine.object(), machine.tokenSecret());
            return Next.rest();
        } catch (BackendNotReadyException notReady) {
            attempts.put(uid(machine), new Attempt.NotMade());
            return noRoom(naming, store, machine, notReady);
        } catch (BackendException later) {
            attempts.put(uid(machine), new Attempt.NotMade());
            waiting(naming, store, machine, later, false);
            throw later;
        }
        attempts.put(uid(machine), new Attempt.Made(made));
        return written(backend, store, machine, made);
    }

    private Next noRoom(Naming naming, Store store, MachineObject machine, BackendNotReadyException why) {
        if (machine.conditions().reason(naming.machineExists()).equals(NOT_READY)) {
            // What the cloud says differs each time in its request's number: not worth a write.
            surroundings.events().warning(machine.object(), NOT_READY, why.getMessage());
        } else {
            report.notMade(naming, store, machine, Status.FALSE, NOT_READY, why.getMessage());
        }
        Duration pause = unhurried.after(1);
        refusals.putFor(pause, machine.object(), machine.tokenSecret());
        return Next.again(pause);
    }

    private Next written(Backend backend, Store store, MachineObject machine, Machine made) {
        MachineObject stored =
                new MachineObject(store.patchStatus(machine.name(), status.seen(backend.naming(), machine, made)));
        attempts.forget(uid(machine));
        followUp.follow(backend, stored);
        return Next.rest();
    }

    private Next adopt(Backend backend, Store store, MachineObject machine, List<Machine> found)
            throws BlockedException {
        if (found.size() > 1) {
            return several(backend, store, machine, found);
        }
        status.requireNoOtherOwner(machine, found.get(0));
        return written(backend, store, machine, found.get(0));
    }

    private Next adoptByName(Backend backend, Store store, MachineObject machine, Account account, List<Machine> found)
            throws BackendException, InterruptedException {
        if (found.size() > 1) {
            return several(backend, store, machine, found);
        }
        Machine only = found.get(0);
        Set<String> tags = status.tags(machine);
        Map<String, Object> fields = new LinkedHashMap<>(status.record(machine, account.id()));
        fields.putAll(status.seen(backend.naming(), machine, only));
        MachineObject stored = new MachineObject(store.patchStatusOf(machine.object(), fields));
        account.machines().tag(only.id(), tags);
        followUp.follow(backend, stored);
        return Next.rest();
    }

    private Next several(Backend backend, Store store, MachineObject machine, List<Machine> found) {
        String message = machine.name() + " has more than one machine at the cloud: "
                + found.stream().map(Machine::id).toList() + "; delete those that are too many there";
        report.notMade(backend.naming(), store, machine, Status.FALSE, "SeveralMachines", message);
        return Next.again(UNTANGLED);
    }

    private void requireSameAccount(MachineObject machine, Account account)
            throws BlockedException, BackendException, InterruptedException {
        if (machine.account().isPresent() && !machine.account().get().equals(account.id())) {
            throw new BlockedException(
                    "OtherAccount",
                    "Secret " + machine.tokenSecret().orElse("") + " has a token of account " + account.id() + ", but "
                            + machine.name() + " may have been made in account "
                            + machine.account().get() + "; put a token of that account in");
        }
    }

    /** What the rate limit holds up comes by itself; only what lasts is worth a write for each machine. */
    private void waiting(Naming naming, Store store, MachineObject machine, BackendException why, boolean rateLimited) {
        Conditions conditions = machine.conditions();
        String exists = naming.machineExists();
        if (rateLimited || conditions.reason(exists).equals("Waiting")) {
            surroundings.events().warning(machine.object(), "Waiting", why.getMessage());
        } else {
            report.notMade(naming, store, machine, Status.UNKNOWN, "Waiting", why.getMessage());
        }
    }

    private static String uid(MachineObject machine) {
        return machine.object().getMetadata().getUid();
    }
}
