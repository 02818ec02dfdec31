package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.accounts.Account;
import dev.siteagent.hobbyfarm.accounts.Backend;
import dev.siteagent.hobbyfarm.cluster.Store;
import dev.siteagent.hobbyfarm.model.BlockedException;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.MachineObject;
import dev.siteagent.hobbyfarm.reconcile.Attempts.Attempt;
import dev.siteagent.hobbyfarm.work.Reconciler.Next;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Machines.Machine;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Deletes a machine, with nothing but what its own object says. The finalizer goes when the cloud confirmed that the
 * machine is gone, in the account that it was made in; never because something failed.
 */
final class MachineDeletion {
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

    private final Surroundings surroundings;
    private final Attempts attempts;
    private final Sightings sightings;
    private final MachineReport report;

    MachineDeletion(Surroundings surroundings, Attempts attempts, Sightings sightings, MachineReport report) {
        this.surroundings = surroundings;
        this.attempts = attempts;
        this.sightings = sightings;
        this.report = report;
    }

    /** Goes on with the deletion of a machine. */
    Next step(Backend backend, Store store, MachineObject machine)
            throws BlockedException, BackendException, InterruptedException {
        try {
            Account account =
                    surroundings.accounts().open(backend, machine.tokenSecret().orElse(""));
            requireSameAccount(machine, account);
            Optional<Duration> pause = machine.id().isPresent()
                    ? deleted(account, machine, machine.id().get())
                    : deletedWithoutId(account, machine);
            if (pause.isPresent()) {
                return Next.again(pause.get());
            }
        } catch (BackendException failure) {
            boolean rateLimited = failure instanceof TransientBackendException later
                    && later.retryAfter().isPresent();
            if (rateLimited) {
                report.warn(machine, "Waiting", failure.getMessage());
            } else {
                report.notDeleted(backend.naming(), store, machine, failure.getMessage());
            }
            throw failure;
        }
        finish(backend, store, machine);
        return Next.rest();
    }

    /** Lets the object go: nothing of it is left at the cloud. */
    void finish(Backend backend, Store store, MachineObject machine) {
        List<String> finalizers = new ArrayList<>(machine.object().getFinalizers());
        finalizers.remove(backend.naming().machineFinalizer());
        store.patchMetadataOf(machine.object(), Map.of("finalizers", finalizers));
        machine.id().ifPresent(id -> sightings.forget(backend.name(), id));
        attempts.forget(machine.object().getMetadata().getUid());
        surroundings.virtualMachine(machine.virtualMachine()).ifPresent(owner -> surroundings
                .events()
                .normal(owner.object(), "Deleted", machine.name() + " is gone from the cloud"));
    }

    /** Returns when to ask again; empty when the machine is gone. */
    private static Optional<Duration> deleted(Account account, MachineObject machine, String id)
            throws BackendException, InterruptedException {
        Outcome outcome = account.machines().delete(id, machine.identity());
        return outcome instanceof Outcome.Pending pending ? Optional.of(pending.pollAfter()) : Optional.empty();
    }

    private Optional<Duration> deletedWithoutId(Account account, MachineObject machine)
            throws BlockedException, BackendException, InterruptedException {
        Attempt attempt = attempts.of(
                machine.object().getMetadata().getUid(), machine.attempted().isPresent());
        if (attempt instanceof Attempt.Made made) {
            return deleted(account, machine, made.machine().id());
        }
        boolean untagged = machine.tags().isEmpty() && !machine.madeByBridge();
        List<Machine> found = untagged
                ? GoMachines.candidates(surroundings, account, machine)
                : account.machines().list(machine.identity());
        if (untagged && found.size() > 1) {
            throw new BlockedException(
                    "SeveralMachines",
                    "more than one machine at the cloud is called " + machine.name() + ": "
                            + found.stream().map(Machine::id).toList()
                            + "; delete those that belong to nothing, and this object's finalizer goes by itself");
        }
        for (Machine one : found) {
            deleted(account, machine, one.id());
        }
        return found.isEmpty() && settled(machine, attempt, untagged) ? Optional.empty() : Optional.of(LOOK_AGAIN);
    }

    private boolean settled(MachineObject machine, Attempt attempt, boolean untagged) {
        if (untagged) {
            return !surroundings.now().isBefore(Fields.created(machine.object()).plus(surroundings.listingLag()));
        }
        return attempts.unsettled(attempt, surroundings.now()).isZero();
    }

    private static void requireSameAccount(MachineObject machine, Account account)
            throws BlockedException, BackendException, InterruptedException {
        if (machine.account().isPresent() && !machine.account().get().equals(account.id())) {
            throw new BlockedException(
                    "OtherAccount",
                    "Secret " + machine.tokenSecret().orElse("") + " has a token of account " + account.id() + ", but "
                            + machine.name() + " was made in account "
                            + machine.account().get() + "; put a token of that account in");
        }
    }
}
