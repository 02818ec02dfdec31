package dev.siteagent.hobbyfarm.model;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Objects;
import java.util.Optional;

/**
 * A key object ({@code Key}) as it is stored, to read.
 *
 * @param object the stored object, not changed by anybody
 */
public record KeyObject(GenericKubernetesResource object) {
    /** Refuses null. */
    public KeyObject {
        Objects.requireNonNull(object, "object");
    }

    /** Returns its name, which is the key's name at the cloud too. */
    public String name() {
        return object.getMetadata().getName();
    }

    /** Returns the name of its VirtualMachine. */
    public String virtualMachine() {
        return Fields.text(object, "spec", "machine")
                .or(() -> Fields.label(object, Naming.MACHINE_LABEL))
                .orElse("");
    }

    /** Returns the public key that is to be registered. */
    public Optional<String> publicKey() {
        return Fields.text(object, "spec", "key", "public_key");
    }

    /** Returns the key's id at the cloud, as soon as it is known. */
    public Optional<String> id() {
        return Fields.text(object, "status", "id")
                .or(() -> Fields.text(object, "status", "key", "id").filter(id -> !id.equals("0")));
    }

    /** Returns whether the cloud has it, as far as is recorded. */
    public boolean registered(Naming naming) {
        return id().isPresent() && conditions().status(naming.keyCreated()) == Conditions.Status.TRUE;
    }

    /** Returns the account that it is, or is to be, registered in. */
    public Optional<String> account() {
        return Fields.text(object, "status", "account").or(() -> Fields.annotation(object, Naming.ACCOUNT));
    }

    /** Returns the name of the Secret with the token. */
    public Optional<String> tokenSecret() {
        return Fields.annotation(object, Naming.TOKEN_SECRET);
    }

    /** Returns whether it is being deleted. */
    public boolean deleting() {
        return Fields.deleting(object);
    }

    /** Returns the conditions. */
    public Conditions conditions() {
        return Conditions.of(object);
    }
}
