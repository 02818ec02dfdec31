package dev.siteagent.hobbyfarm.model;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A VirtualMachine as it is stored, to read.
 *
 * @param object the stored object, not changed by anybody
 */
public record VirtualMachine(GenericKubernetesResource object) {
    /** Refuses null. */
    public VirtualMachine {
        Objects.requireNonNull(object, "object");
    }

    /** Returns its name. */
    public String name() {
        return object.getMetadata().getName();
    }

    /** Returns its uid. */
    public String uid() {
        return object.getMetadata().getUid();
    }

    /** Returns the tag that its droplet carries. */
    public String identity() {
        return Tags.identity(uid());
    }

    /** Returns when HobbyFarm made it. */
    public Instant created() {
        return Fields.created(object);
    }

    /** Returns the name of the backend that HobbyFarm hands it to. */
    public Optional<String> backend() {
        return Fields.label(object, Naming.PROVISIONER_LABEL);
    }

    /** Returns whether it is being deleted. */
    public boolean deleting() {
        return Fields.deleting(object);
    }

    /** Returns the name of its template; empty when it names none. */
    public String template() {
        return Fields.text(object, "spec", "vm_template_id").orElse("");
    }

    /** Returns the name of the Secret with its SSH keys, once it is written. */
    public String secretName() {
        return Fields.text(object, "spec", "secret_name").orElse("");
    }

    /** Returns the name of its Environment; empty before HobbyFarm wrote its status. */
    public Optional<String> environment() {
        return Fields.text(object, "status", "environment_id");
    }

    /** Returns the address of the shell server, for user data. */
    public String shellEndpoint() {
        return status("ws_endpoint");
    }

    /** Returns a field of its status as text; empty when absent. */
    public String status(String field) {
        return Fields.text(object, "status", field).orElse("");
    }

    /** Returns the owner reference of everything that belongs to it. */
    public OwnerReference ownerReference() {
        return new OwnerReferenceBuilder()
                .withApiVersion(Kind.VIRTUAL_MACHINE.apiVersion())
                .withKind(Kind.VIRTUAL_MACHINE.name())
                .withName(name())
                .withUid(uid())
                .build();
    }

    /**
     * Returns whether an object belongs to this very machine and not to an earlier one of the same name. One without an
     * owner reference does when it is not older than the machine.
     */
    public boolean owns(GenericKubernetesResource other) {
        return Fields.owner(other).map(uid()::equals).orElseGet(() -> !Fields.created(other)
                .isBefore(created()));
    }
}
