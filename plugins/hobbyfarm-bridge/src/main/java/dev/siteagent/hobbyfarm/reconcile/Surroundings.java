package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.accounts.Accounts;
import dev.siteagent.hobbyfarm.accounts.Backend;
import dev.siteagent.hobbyfarm.accounts.Tokens;
import dev.siteagent.hobbyfarm.cluster.Cluster;
import dev.siteagent.hobbyfarm.cluster.Events;
import dev.siteagent.hobbyfarm.cluster.Store;
import dev.siteagent.hobbyfarm.cluster.Stores;
import dev.siteagent.hobbyfarm.model.Environment;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.KeyObject;
import dev.siteagent.hobbyfarm.model.MachineObject;
import dev.siteagent.hobbyfarm.model.Naming;
import dev.siteagent.hobbyfarm.model.VirtualMachine;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What all reconcilers work with.
 *
 * @param backends the backends that are served, by name
 * @param cluster the namespace
 * @param stores its objects
 * @param accounts the accounts of clouds
 * @param tokens their tokens
 * @param events what operators are told
 * @param siteTag the tag of all machines of this installation
 * @param listingLag after this time a machine that no listing shows does not exist
 * @param clock the time
 */
public record Surroundings(
        Map<String, Backend> backends,
        Cluster cluster,
        Stores stores,
        Accounts accounts,
        Tokens tokens,
        Events events,
        String siteTag,
        Duration listingLag,
        Clock clock) {
    /** Copies the map. */
    public Surroundings {
        backends = Map.copyOf(backends);
    }

    Instant now() {
        return clock.instant();
    }

    Store machineStore(Backend backend) {
        return stores.of(backend.naming().machine());
    }

    Store keyStore(Backend backend) {
        return stores.of(backend.naming().key());
    }

    Optional<VirtualMachine> virtualMachine(String name) {
        return stores.virtualMachines().get(name).map(VirtualMachine::new);
    }

    Optional<Environment> environment(VirtualMachine machine) {
        return machine.environment().flatMap(stores.environments()::get).map(Environment::new);
    }

    Optional<MachineObject> machine(Backend backend, String virtualMachine) {
        return machineStore(backend)
                .get(backend.naming().machineName(virtualMachine))
                .filter(object -> isOf(backend, object))
                .map(MachineObject::new);
    }

    Optional<KeyObject> key(Backend backend, String virtualMachine) {
        return keyStore(backend)
                .get(backend.naming().keyName(virtualMachine))
                .filter(object -> isOf(backend, object))
                .map(KeyObject::new);
    }

    List<MachineObject> machines(Backend backend) {
        return machineStore(backend).all().stream()
                .filter(object -> isOf(backend, object))
                .map(MachineObject::new)
                .toList();
    }

    List<KeyObject> keys(Backend backend) {
        return keyStore(backend).all().stream()
                .filter(object -> isOf(backend, object))
                .map(KeyObject::new)
                .toList();
    }

    /**
     * Returns the backend that an object of the bridge's kinds belongs to: the labelled one or, for an object of the Go
     * provisioner, the only one with such kinds.
     */
    Optional<Backend> backendOf(GenericKubernetesResource object) {
        Optional<String> label = Fields.label(object, Naming.BACKEND_LABEL);
        if (label.isPresent()) {
            return Optional.ofNullable(backends.get(label.get()));
        }
        List<Backend> candidates = backends.values().stream()
                .filter(backend -> backend.naming().machineKind().equals(object.getKind())
                        || backend.naming().keyKind().equals(object.getKind()))
                .toList();
        return candidates.size() == 1 ? Optional.of(candidates.get(0)) : Optional.empty();
    }

    private boolean isOf(Backend backend, GenericKubernetesResource object) {
        return backendOf(object).filter(backend::equals).isPresent();
    }
}
