package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.accounts.Account;
import dev.siteagent.hobbyfarm.accounts.Backend;
import dev.siteagent.hobbyfarm.cluster.Store;
import dev.siteagent.hobbyfarm.model.BlockedException;
import dev.siteagent.hobbyfarm.model.Conditions;
import dev.siteagent.hobbyfarm.model.Conditions.Status;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.MachineObject;
import dev.siteagent.hobbyfarm.reconcile.Sightings.Sighting;
import dev.siteagent.hobbyfarm.work.BackOff;
import dev.siteagent.hobbyfarm.work.Reconciler;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Machines.Machine;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The only one that writes machine objects once they exist: makes their machines, follows them, and deletes them. */
final class MachineReconciler implements Reconciler {
    private final Surroundings surroundings;
    private final Kind kind;
    private final Sightings sightings;
    private final TakeOver takeOver;
    private final MachineCreation creation;
    private final MachineDeletion deletion;
    private final MachineStatus status;
    private final MachineReport report;
    private final FollowUp followUp;
    private final BackOff unhurried;

    MachineReconciler(Surroundings surroundings, Kind kind, Sightings sightings, FollowUp followUp, BackOff unhurried) {
        this.surroundings = surroundings;
        this.kind = kind;
        this.sightings = sightings;
        this.takeOver = new TakeOver(surroundings);
        this.status = new MachineStatus(surroundings);
        this.report = new MachineReport(surroundings);
        this.followUp = followUp;
        this.unhurried = unhurried;
        Attempts attempts = new Attempts(surroundings.now(), surroundings.listingLag());
        this.creation = new MachineCreation(surroundings, attempts, status, report, followUp, unhurried);
        this.deletion = new MachineDeletion(surroundings, attempts, sightings, report);
    }

    @Override
    public Next reconcile(String name) throws BackendException, InterruptedException {
        Store store = surroundings.stores().of(kind);
        Optional<GenericKubernetesResource> object = store.get(name);
        Optional<Backend> backend = object.flatMap(surroundings::backendOf);
        if (backend.isEmpty()) {
            return Next.rest();
        }
        MachineObject machine = new MachineObject(object.get());
        try {
            return machine.deleting() ? delete(backend.get(), store, machine) : keep(backend.get(), store, machine);
        } catch (BlockedException blocked) {
            report.blocked(backend.get(), store, machine, blocked);
            // No watch tells of what is put right at the cloud.
            return Next.again(unhurried.after(1));
        }
    }

    private Next keep(Backend backend, Store store, MachineObject stored)
            throws BlockedException, BackendException, InterruptedException {
        MachineObject machine = complete(backend, store, stored);
        if (machine.id().isEmpty()) {
            return creation.step(backend, store, machine);
        }
        if (machine.tags().isEmpty()) {
            machine = adoptKnown(backend, store, machine);
            followUp.follow(backend, machine);
        }
        follow(backend, store, machine);
        return Next.rest();
    }

    private Next delete(Backend backend, Store store, MachineObject machine)
            throws BlockedException, BackendException, InterruptedException {
        if (!machine.object().getFinalizers().contains(backend.naming().machineFinalizer())) {
            return Next.rest();
        }
        creation.forget(machine);
        if (machine.madeByBridge()
                && machine.id().isEmpty()
                && machine.attempted().isEmpty()) {
            // Nothing was ever asked of the cloud, so nobody need be asked whether it is gone.
            deletion.finish(backend, store, machine);
            return Next.rest();
        }
        return deletion.step(backend, store, complete(backend, store, machine));
    }

    private MachineObject complete(Backend backend, Store store, MachineObject machine)
            throws BlockedException, BackendException, InterruptedException {
        return new MachineObject(takeOver.complete(
                backend,
                store,
                machine.object(),
                machine.virtualMachine(),
                backend.naming().machineFinalizer(),
                machine.tokenSecret().isPresent()));
    }

    /** A machine that the Go provisioner made: its id is known, and nothing that deletion needs is recorded. */
    private MachineObject adoptKnown(Backend backend, Store store, MachineObject machine)
            throws BlockedException, BackendException, InterruptedException {
        Account account =
                surroundings.accounts().open(backend, machine.tokenSecret().orElse(""));
        String id = machine.id().orElseThrow();
        Set<String> tags = status.tags(machine);
        Lookup<Machine> found = account.machines().read(List.of(id)).get(id);
        Map<String, Object> fields = new LinkedHashMap<>(status.record(machine, account.id()));
        fields.put("id", id);
        if (found instanceof Lookup.Present<Machine> present) {
            status.requireNoOtherOwner(machine, present.value());
            account.machines().tag(id, tags);
            fields.putAll(status.seen(backend.naming(), machine, present.value()));
        } else if (found instanceof Lookup.Failed<Machine> failed) {
            throw failed.why();
        } else {
            fields.putAll(status.gone(backend.naming(), machine, "it does not exist in account " + account.id()));
        }
        return new MachineObject(store.patchStatus(machine.name(), fields));
    }

    private void follow(Backend backend, Store store, MachineObject machine)
            throws BlockedException, BackendException, InterruptedException {
        Optional<Sighting> latest = sightings.of(backend.name(), machine.id().orElseThrow());
        if (latest.isEmpty() || machine.state().equals(MachineObject.GONE)) {
            return;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        if (latest.get() instanceof Sighting.Seen seen) {
            keepTags(backend, machine, seen.machine());
            if (status.differs(backend.naming(), machine, seen.machine())) {
                fields.putAll(status.seen(backend.naming(), machine, seen.machine()));
            }
        } else if (latest.get() instanceof Sighting.Gone gone) {
            fields.putAll(status.gone(backend.naming(), machine, gone.reason()));
            report.warn(machine, "Gone", machine.name() + " is gone from the cloud: " + gone.reason());
        } else if (latest.get() instanceof Sighting.Unknown unknown) {
            Conditions conditions = machine.conditions();
            String updated = backend.naming().machineUpdated();
            if (conditions.status(updated) != Status.FALSE) {
                report.warn(machine, "UpdateFailed", unknown.reason());
                fields.put(
                        "conditions",
                        conditions
                                .with(updated, Status.FALSE, "UpdateFailed", unknown.reason(), surroundings.now())
                                .stored());
            }
        }
        if (!fields.isEmpty()) {
            store.patchStatus(machine.name(), fields);
        }
    }

    /** Somebody may take the tags off at the cloud; without them the machine is in no listing. */
    private void keepTags(Backend backend, MachineObject machine, Machine seen)
            throws BlockedException, BackendException, InterruptedException {
        Set<String> missing = status.missingTags(machine, seen);
        if (!missing.isEmpty()) {
            status.requireNoOtherOwner(machine, seen);
            surroundings
                    .accounts()
                    .open(backend, machine.tokenSecret().orElse(""))
                    .machines()
                    .tag(seen.id(), missing);
        }
    }
}
