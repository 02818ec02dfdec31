package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.accounts.Backend;
import dev.siteagent.hobbyfarm.cluster.Store;
import dev.siteagent.hobbyfarm.model.BlockedException;
import dev.siteagent.hobbyfarm.model.Environment;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.MachineConfiguration;
import dev.siteagent.hobbyfarm.model.Naming;
import dev.siteagent.hobbyfarm.model.VirtualMachine;
import dev.siteagent.spi.BackendException;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives objects of the Go provisioner what they lack: the owner reference, the finalizer, the labels, and the name of the
 * Secret with the token, which they knew only through VirtualMachine and Environment. Nothing is written for objects that
 * have it all.
 */
final class TakeOver {
    private final Surroundings surroundings;

    TakeOver(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /**
     * Completes an object's metadata.
     *
     * @param object a machine or key object
     * @param virtualMachine the name of its VirtualMachine
     * @param finalizer the finalizer that it needs while it is not being deleted
     * @param tokenKnown whether it knows the Secret with its token already
     * @return the object as it is then
     * @throws BlockedException when nothing tells which token it was made with
     */
    GenericKubernetesResource complete(
            Backend backend,
            Store store,
            GenericKubernetesResource object,
            String virtualMachine,
            String finalizer,
            boolean tokenKnown)
            throws BlockedException, BackendException, InterruptedException {
        Optional<VirtualMachine> owner =
                surroundings.virtualMachine(virtualMachine).filter(machine -> machine.owns(object));
        Map<String, Object> metadata = new LinkedHashMap<>();
        if (!Fields.deleting(object)) {
            if (!Fields.hasFinalizer(object, finalizer)) {
                List<String> finalizers = new ArrayList<>(object.getFinalizers());
                finalizers.add(finalizer);
                metadata.put("finalizers", finalizers);
            }
            if (Fields.label(object, Naming.BACKEND_LABEL).isEmpty()
                    || Fields.label(object, Naming.MACHINE_LABEL).isEmpty()) {
                metadata.put(
                        "labels", Map.of(Naming.MACHINE_LABEL, virtualMachine, Naming.BACKEND_LABEL, backend.name()));
            }
        }
        if (owner.isPresent() && Fields.owner(object).isEmpty()) {
            metadata.put("ownerReferences", List.of(owner.get().ownerReference()));
        }
        if (!tokenKnown) {
            metadata.put("annotations", Map.of(Naming.TOKEN_SECRET, token(backend, object, owner)));
        }
        return metadata.isEmpty() ? object : store.patchMetadataOf(object, metadata);
    }

    private String token(Backend backend, GenericKubernetesResource object, Optional<VirtualMachine> owner)
            throws BlockedException, BackendException, InterruptedException {
        Optional<Environment> environment = owner.flatMap(surroundings::environment);
        if (environment.isEmpty()) {
            throw new BlockedException(
                    "TokenUnknown",
                    object.getKind() + " " + object.getMetadata().getName() + " does not say which token it was made"
                            + " with, and its VirtualMachine or Environment is gone; annotate it with "
                            + Naming.TOKEN_SECRET + "=NAME of a Secret with a token of the account");
        }
        return surroundings
                .tokens()
                .secure(
                        backend,
                        environment.get(),
                        MachineConfiguration.token(
                                owner.get(),
                                environment.get(),
                                surroundings
                                        .stores()
                                        .templates()
                                        .get(owner.get().template()),
                                backend.name()));
    }
}
