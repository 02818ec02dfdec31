package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.accounts.Accounts;
import dev.siteagent.hobbyfarm.accounts.Backend;
import dev.siteagent.hobbyfarm.cluster.Store;
import dev.siteagent.hobbyfarm.keys.KeyPairs;
import dev.siteagent.hobbyfarm.keys.SshKeyPair;
import dev.siteagent.hobbyfarm.model.BlockedException;
import dev.siteagent.hobbyfarm.model.CreateRequest;
import dev.siteagent.hobbyfarm.model.Environment;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.KeyObject;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.MachineConfiguration;
import dev.siteagent.hobbyfarm.model.MachineObject;
import dev.siteagent.hobbyfarm.model.Naming;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import dev.siteagent.hobbyfarm.model.VirtualMachine;
import dev.siteagent.spi.BackendException;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Sees to what a VirtualMachine needs, one after the other: finalizer, SSH keys, key object, machine object. */
final class Provisioning {
    private final Surroundings surroundings;
    private final KeyPairs keyPairs;
    private final Consumer<ObjectRef> queue;
    private final Store virtualMachines;
    private final Store secrets;

    Provisioning(Surroundings surroundings, KeyPairs keyPairs, Consumer<ObjectRef> queue) {
        this.surroundings = surroundings;
        this.keyPairs = keyPairs;
        this.queue = queue;
        this.virtualMachines = surroundings.stores().virtualMachines();
        this.secrets = surroundings.stores().secrets();
    }

    /** Goes as far as can be gone now; every step leads to a change that brings the VirtualMachine here again. */
    void step(Backend backend, VirtualMachine machine) throws BlockedException, BackendException, InterruptedException {
        Environment environment = surroundings
                .environment(machine)
                .orElseThrow(() -> new BlockedException(
                        "EnvironmentMissing",
                        "Environment " + machine.environment().orElse("") + " of VirtualMachine " + machine.name()
                                + " does not exist; create it"));
        MachineConfiguration configuration = MachineConfiguration.of(
                machine, environment, surroundings.stores().templates().get(machine.template()), backend.provider());
        configuration
                .oddities()
                .forEach(oddity -> surroundings.events().warning(machine.object(), "ConfigurationOdd", oddity));
        keepFinalizer(backend, machine);
        String token = surroundings.tokens().secure(backend, environment, configuration.token());
        Optional<String> publicKey = publicKey(backend, machine, configuration);
        if (publicKey.isEmpty()) {
            return;
        }
        Optional<KeyObject> key = keyObject(backend, machine, token, publicKey.get());
        if (key.isPresent()) {
            nameSecret(backend, machine);
            machineObject(backend, machine, configuration, key.get(), token);
        }
    }

    /** Sees to what is the VirtualMachine's own, when its machine is there already. */
    void complete(Backend backend, VirtualMachine machine) {
        forget(machine);
        keepFinalizer(backend, machine);
        surroundings
                .key(backend, machine.name())
                .filter(key -> key.registered(backend.naming()))
                .ifPresent(key -> nameSecret(backend, machine));
    }

    /** Forgets a key pair that was made for a VirtualMachine and is not needed. */
    void forget(VirtualMachine machine) {
        keyPairs.forget(machine.uid());
    }

    private void keepFinalizer(Backend backend, VirtualMachine machine) {
        String finalizer = backend.naming().virtualMachineFinalizer();
        if (!Fields.hasFinalizer(machine.object(), finalizer)) {
            List<String> finalizers = new ArrayList<>(machine.object().getFinalizers());
            finalizers.add(finalizer);
            virtualMachines.patchMetadataOf(machine.object(), Map.of("finalizers", finalizers));
        }
    }

    private void nameSecret(Backend backend, VirtualMachine machine) {
        String name = backend.naming().keysSecretName(machine.name());
        if (!machine.secretName().equals(name)) {
            virtualMachines.patch(machine.name(), Map.of("spec", Map.of("secret_name", name)));
        }
    }

    /** Returns the public key in the machine's Secret, which is made first; empty while a pair is being generated. */
    private Optional<String> publicKey(Backend backend, VirtualMachine machine, MachineConfiguration configuration)
            throws BlockedException {
        String name = backend.naming().keysSecretName(machine.name());
        Optional<GenericKubernetesResource> existing = secrets.get(name);
        if (existing.isEmpty()) {
            Optional<SshKeyPair> pair =
                    keyPairs.take(machine.uid(), () -> queue.accept(virtualMachines.ref(machine.name())));
            pair.ifPresent(made -> secrets.create(keysSecret(name, machine, made, configuration)));
            return pair.map(SshKeyPair::publicKey);
        }
        GenericKubernetesResource secret = existing.get();
        String password = encoded(configuration.password());
        if (!password.equals(String.valueOf(Fields.map(secret.get("data")).getOrDefault("password", "")))) {
            secrets.patch(name, Map.of("data", Map.of("password", password)));
        }
        keepOwner(secrets, secret, machine);
        return Optional.of(Accounts.value(secret, "public_key")
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> new BlockedException(
                        "SecretMalformed",
                        "Secret " + name + " has no public_key; delete it, and another one is made")));
    }

    private static GenericKubernetesResource keysSecret(
            String name, VirtualMachine machine, SshKeyPair pair, MachineConfiguration configuration) {
        GenericKubernetesResource secret = Kind.SECRET.object(name);
        secret.getMetadata().setLabels(Map.of(Naming.MACHINE_LABEL, machine.name()));
        secret.getMetadata().setOwnerReferences(List.of(machine.ownerReference()));
        Map<String, String> data = new LinkedHashMap<>();
        data.put("public_key", encoded(pair.publicKey()));
        data.put("private_key", encoded(pair.privateKey()));
        data.put("password", encoded(configuration.password()));
        secret.setAdditionalProperty("type", "Opaque");
        secret.setAdditionalProperty("data", data);
        return secret;
    }

    /** Returns the key object once its key is registered; makes it first, and keeps it up to date until then. */
    private Optional<KeyObject> keyObject(Backend backend, VirtualMachine machine, String token, String publicKey)
            throws BlockedException, BackendException, InterruptedException {
        Naming naming = backend.naming();
        Optional<KeyObject> existing = surroundings.key(backend, machine.name());
        if (existing.isPresent() && existing.get().registered(naming)) {
            return existing;
        }
        String account = surroundings.accounts().open(backend, token).id();
        Map<String, String> annotations = Map.of(Naming.TOKEN_SECRET, token, Naming.ACCOUNT, account);
        String name = naming.keyName(machine.name());
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("machine", machine.name());
        spec.put("secret", naming.keysSecretName(machine.name()));
        spec.put("key", Map.of("name", name, "public_key", publicKey));
        if (existing.isEmpty()) {
            GenericKubernetesResource key = ownObject(naming.key(), name, backend, machine, naming.keyFinalizer());
            key.getMetadata().setAnnotations(annotations);
            key.setAdditionalProperty("spec", spec);
            surroundings.keyStore(backend).create(key);
        } else if (!annotations.entrySet().stream()
                .allMatch(entry -> Fields.annotation(existing.get().object(), entry.getKey())
                        .filter(entry.getValue()::equals)
                        .isPresent())) {
            surroundings
                    .keyStore(backend)
                    .patch(name, Map.of("metadata", Map.of("annotations", annotations), "spec", spec));
        }
        return Optional.empty();
    }

    private void machineObject(
            Backend backend, VirtualMachine machine, MachineConfiguration configuration, KeyObject key, String token)
            throws BlockedException, BackendException, InterruptedException {
        Naming naming = backend.naming();
        String name = naming.machineName(machine.name());
        // A key is good for its own account alone; the Environment may have moved to another one since.
        String account = surroundings.accounts().open(backend, token).id();
        boolean sameAccount = key.account().filter(account::equals).isPresent();
        String tokenSecret = sameAccount ? token : key.tokenSecret().orElse(token);
        Map<String, Object> request = CreateRequest.of(
                name, configuration, key.id().orElseThrow(), List.of(machine.identity(), surroundings.siteTag()));
        Optional<MachineObject> existing = surroundings.machine(backend, machine.name());
        Store store = surroundings.machineStore(backend);
        if (existing.isEmpty()) {
            GenericKubernetesResource object =
                    ownObject(naming.machine(), name, backend, machine, naming.machineFinalizer());
            object.getMetadata()
                    .setAnnotations(Map.of(Naming.TOKEN_SECRET, tokenSecret, Naming.MADE_BY_BRIDGE, "true"));
            object.setAdditionalProperty("spec", Map.of("machine", machine.name(), "droplet", request));
            store.create(object);
        } else {
            boolean otherRequest = CreateRequest.differs(existing.get().request(), request);
            boolean otherToken = !Fields.annotation(existing.get().object(), Naming.TOKEN_SECRET)
                    .filter(tokenSecret::equals)
                    .isPresent();
            if (otherRequest || otherToken) {
                store.patch(
                        name,
                        Map.of(
                                "metadata",
                                Map.of("annotations", Map.of(Naming.TOKEN_SECRET, tokenSecret)),
                                "spec",
                                Map.of("droplet", request)));
            }
        }
    }

    private static GenericKubernetesResource ownObject(
            Kind kind, String name, Backend backend, VirtualMachine machine, String finalizer) {
        GenericKubernetesResource object = kind.object(name);
        object.getMetadata()
                .setLabels(Map.of(Naming.MACHINE_LABEL, machine.name(), Naming.BACKEND_LABEL, backend.name()));
        object.getMetadata().setOwnerReferences(List.of(machine.ownerReference()));
        object.getMetadata().setFinalizers(List.of(finalizer));
        return object;
    }

    private static void keepOwner(Store store, GenericKubernetesResource object, VirtualMachine machine) {
        if (Fields.owner(object).isEmpty()
                && Fields.label(object, Naming.MACHINE_LABEL).isPresent()) {
            store.patchMetadataOf(object, Map.of("ownerReferences", List.of(machine.ownerReference())));
        }
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
