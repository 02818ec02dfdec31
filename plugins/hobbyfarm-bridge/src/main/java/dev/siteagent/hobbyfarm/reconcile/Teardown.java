package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.accounts.Backend;
import dev.siteagent.hobbyfarm.cluster.Store;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.Naming;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Takes away what belongs to a VirtualMachine, in the order that nothing is lost in: machine, key, Secret. Machine and key
 * objects go when the cloud confirmed that what they stand for is gone; their own finalizers see to that.
 */
final class Teardown {
    private final Surroundings surroundings;

    Teardown(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /**
     * Goes one step on.
     *
     * @param backend whose objects
     * @param virtualMachine the name that they belong to
     * @param belongs which of the objects of this name
     * @return whether nothing is left
     */
    boolean step(Backend backend, String virtualMachine, Predicate<GenericKubernetesResource> belongs) {
        Naming naming = backend.naming();
        if (remains(surroundings.machineStore(backend), naming.machineName(virtualMachine), backend, belongs)
                || remains(surroundings.keyStore(backend), naming.keyName(virtualMachine), backend, belongs)) {
            return false;
        }
        Store secrets = surroundings.stores().secrets();
        secrets.get(naming.keysSecretName(virtualMachine))
                .filter(secret -> Fields.label(secret, Naming.MACHINE_LABEL)
                        .filter(virtualMachine::equals)
                        .isPresent())
                .filter(belongs)
                .ifPresent(secret -> secrets.delete(secret.getMetadata().getName()));
        return true;
    }

    private boolean remains(Store store, String name, Backend backend, Predicate<GenericKubernetesResource> belongs) {
        Optional<GenericKubernetesResource> found = store.get(name).filter(object -> mine(backend, object, belongs));
        if (found.isEmpty()) {
            return false;
        }
        if (!Fields.deleting(found.get())) {
            store.delete(name);
        }
        // The watch may be late: what is gone meanwhile must not be waited for.
        return store.refresh(name)
                .filter(object -> mine(backend, object, belongs))
                .isPresent();
    }

    private boolean mine(
            Backend backend, GenericKubernetesResource object, Predicate<GenericKubernetesResource> belongs) {
        return surroundings.backendOf(object).filter(backend::equals).isPresent() && belongs.test(object);
    }
}
