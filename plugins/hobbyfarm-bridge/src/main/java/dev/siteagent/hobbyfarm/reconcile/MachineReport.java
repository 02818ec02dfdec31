package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.accounts.Backend;
import dev.siteagent.hobbyfarm.cluster.Store;
import dev.siteagent.hobbyfarm.model.BlockedException;
import dev.siteagent.hobbyfarm.model.Conditions;
import dev.siteagent.hobbyfarm.model.Conditions.Status;
import dev.siteagent.hobbyfarm.model.MachineObject;
import dev.siteagent.hobbyfarm.model.Naming;
import dev.siteagent.hobbyfarm.model.Retries;
import java.util.LinkedHashMap;
import java.util.Map;

/** Tells operators why a machine is not what it should be: conditions on its object, events on it and its owner. */
final class MachineReport {
    private final Surroundings surroundings;

    MachineReport(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Tells an event on a machine object and on its VirtualMachine. */
    void warn(MachineObject machine, String reason, String message) {
        surroundings.events().warning(machine.object(), reason, message);
        surroundings
                .virtualMachine(machine.virtualMachine())
                .filter(owner -> owner.owns(machine.object()))
                .ifPresent(owner -> surroundings.events().warning(owner.object(), reason, message));
    }

    /** Tells that somebody must change an object first. */
    void blocked(Backend backend, Store store, MachineObject machine, BlockedException blocked) {
        String exists = backend.naming().machineExists();
        Status status = machine.id().isEmpty() && !machine.deleting() ? Status.FALSE : Status.UNKNOWN;
        condition(store, machine, exists, status, blocked.reason(), blocked.getMessage());
        warn(machine, blocked.reason(), blocked.getMessage());
    }

    /** Tells that the machine could not be made. */
    void notMade(Naming naming, Store store, MachineObject machine, Status status, String reason, String message) {
        condition(store, machine, naming.machineExists(), status, reason, message);
        warn(machine, reason, message);
    }

    /** Tells that a deletion failed, and how often. */
    void notDeleted(Naming naming, Store store, MachineObject machine, String message) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "retries", Retries.after(machine.object(), naming.deleteMachine(), false, message, surroundings.now()));
        fields.put(
                "conditions",
                machine.conditions()
                        .with(naming.machineExists(), Status.UNKNOWN, "DeleteFailed", message, surroundings.now())
                        .stored());
        store.patchStatus(machine.name(), fields);
        warn(machine, "DeleteFailed", machine.name() + " is not deleted yet and may cost money: " + message);
    }

    private void condition(
            Store store, MachineObject machine, String type, Status status, String reason, String message) {
        Conditions conditions = machine.conditions();
        Conditions changed = conditions.with(type, status, reason, message, surroundings.now());
        if (changed != conditions) {
            store.patchStatus(machine.name(), Map.of("conditions", changed.stored()));
        }
    }
}
