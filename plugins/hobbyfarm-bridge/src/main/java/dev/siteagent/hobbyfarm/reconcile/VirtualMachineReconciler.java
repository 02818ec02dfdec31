package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.accounts.Backend;
import dev.siteagent.hobbyfarm.cluster.Store;
import dev.siteagent.hobbyfarm.model.BlockedException;
import dev.siteagent.hobbyfarm.model.Conditions;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.MachineObject;
import dev.siteagent.hobbyfarm.model.VirtualMachine;
import dev.siteagent.hobbyfarm.work.Reconciler;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.PermanentBackendException;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The only one that writes VirtualMachines: sees to what each needs, shows in its status how far its machine is, and
 * takes away what belongs to one that goes, or has gone.
 */
final class VirtualMachineReconciler implements Reconciler {
    private static final Duration TEARDOWN_CHECK = Duration.ofSeconds(15);

    private final Surroundings surroundings;
    private final Provisioning provisioning;
    private final StatusProjection projection;
    private final Teardown teardown;
    private final Store store;

    /** HobbyFarm's definition has no place for conditions in some releases: the server drops them without a word. */
    private volatile boolean conditionsDropped;

    VirtualMachineReconciler(Surroundings surroundings, Provisioning provisioning) {
        this.surroundings = surroundings;
        this.provisioning = provisioning;
        this.projection = new StatusProjection(surroundings);
        this.teardown = new Teardown(surroundings);
        this.store = surroundings.stores().virtualMachines();
    }

    @Override
    public Next reconcile(String name) throws BackendException, InterruptedException {
        Optional<VirtualMachine> known = surroundings.virtualMachine(name);
        if (known.isEmpty()) {
            return orphans(name);
        }
        VirtualMachine machine = known.get();
        Optional<Backend> backend = machine.backend().map(surroundings.backends()::get);
        if (backend.isEmpty()) {
            return Next.rest();
        }
        if (machine.deleting()) {
            return delete(backend.get(), machine);
        }
        if (!teardown.step(backend.get(), name, object -> !machine.owns(object))) {
            return Next.again(TEARDOWN_CHECK);
        }
        return keep(backend.get(), machine);
    }

    private Next keep(Backend backend, VirtualMachine machine) throws BackendException, InterruptedException {
        Optional<MachineObject> made = surroundings
                .machine(backend, machine.name())
                .filter(object -> object.id().isPresent());
        if (made.isPresent()) {
            provisioning.complete(backend, machine);
            project(backend, machine, made.get());
            return Next.rest();
        }
        if (machine.environment().isEmpty()) {
            return Next.rest();
        }
        try {
            provisioning.step(backend, machine);
        } catch (BlockedException blocked) {
            block(backend, machine, blocked.reason(), blocked.getMessage());
        } catch (PermanentBackendException refused) {
            block(backend, machine, "Refused", refused.getMessage());
        } catch (BackendException later) {
            surroundings.events().warning(machine.object(), "Waiting", later.getMessage());
            throw later;
        }
        return Next.rest();
    }

    private void project(Backend backend, VirtualMachine machine, MachineObject made) {
        Map<String, Object> changes = new LinkedHashMap<>(projection.changes(machine, made));
        Conditions conditions = Conditions.of(machine.object());
        String exists = backend.naming().machineExists();
        if (conditions.status(exists) == Conditions.Status.FALSE
                && !made.state().equals(MachineObject.GONE)) {
            changes.put(
                    "conditions",
                    conditions
                            .with(exists, Conditions.Status.TRUE, "Created", "", surroundings.now())
                            .stored());
        }
        if (!changes.isEmpty()) {
            store.patchStatus(machine.name(), changes);
        }
    }

    private void block(Backend backend, VirtualMachine machine, String reason, String message) {
        surroundings.events().warning(machine.object(), reason, message);
        Conditions conditions = Conditions.of(machine.object());
        Conditions changed = conditions.with(
                backend.naming().machineExists(), Conditions.Status.FALSE, reason, message, surroundings.now());
        if (changed != conditions && !conditionsDropped) {
            GenericKubernetesResource written =
                    store.patchStatus(machine.name(), Map.of("conditions", changed.stored()));
            conditionsDropped = !Conditions.of(written).has(backend.naming().machineExists());
        }
    }

    private Next delete(Backend backend, VirtualMachine machine) {
        provisioning.forget(machine);
        Predicate<GenericKubernetesResource> all = object -> true;
        if (!teardown.step(backend, machine.name(), all)) {
            return Next.again(TEARDOWN_CHECK);
        }
        String finalizer = backend.naming().virtualMachineFinalizer();
        if (Fields.hasFinalizer(machine.object(), finalizer)) {
            List<String> finalizers = new ArrayList<>(machine.object().getFinalizers());
            finalizers.remove(finalizer);
            store.patchMetadataOf(machine.object(), Map.of("finalizers", finalizers));
        }
        return Next.rest();
    }

    /**
     * HobbyFarm takes all finalizers off a VirtualMachine that it deletes, this bridge's too; so what belongs to one that
     * is gone is found by its name. Whether it is gone is asked from the server itself.
     */
    private Next orphans(String name) {
        boolean done = true;
        for (Backend backend : surroundings.backends().values()) {
            if (hasObjects(backend, name)
                    && surroundings.cluster().get(store.ref(name)).isEmpty()) {
                done &= teardown.step(backend, name, object -> true);
            }
        }
        return done ? Next.rest() : Next.again(TEARDOWN_CHECK);
    }

    private boolean hasObjects(Backend backend, String name) {
        return surroundings.machine(backend, name).isPresent()
                || surroundings.key(backend, name).isPresent()
                || surroundings
                        .stores()
                        .secrets()
                        .get(backend.naming().keysSecretName(name))
                        .isPresent();
    }
}
