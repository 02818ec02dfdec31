package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.accounts.Backend;
import dev.siteagent.hobbyfarm.model.VirtualMachine;
import dev.siteagent.hobbyfarm.work.Reconciler;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;

/** Gives the Secret of a token up, once no machine and no key depends on it and none is about to. */
final class TokenReleaseReconciler implements Reconciler {
    private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);

    private final Surroundings surroundings;

    TokenReleaseReconciler(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Next reconcile(String secret) {
        for (Backend backend : surroundings.backends().values()) {
            if (needed(backend, secret)
                    || !surroundings.tokens().secured(backend).contains(secret)) {
                continue;
            }
            if (aboutToBeNeeded(backend)) {
                return Next.again(LOOK_AGAIN);
            }
            surroundings.tokens().release(backend, secret);
        }
        return Next.rest();
    }

    private boolean needed(Backend backend, String secret) {
        return surroundings.machines(backend).stream()
                        .anyMatch(machine ->
                                machine.tokenSecret().filter(secret::equals).isPresent())
                || surroundings.keys(backend).stream()
                        .anyMatch(
                                key -> key.tokenSecret().filter(secret::equals).isPresent());
    }

    /** A VirtualMachine without a machine object may be taking the Secret into use at this very moment. */
    private boolean aboutToBeNeeded(Backend backend) {
        for (GenericKubernetesResource object :
                surroundings.stores().virtualMachines().all()) {
            VirtualMachine machine = new VirtualMachine(object);
            if (machine.backend().filter(backend.name()::equals).isPresent()
                    && !machine.deleting()
                    && surroundings.machine(backend, machine.name()).isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
