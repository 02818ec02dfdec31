package dev.siteagent.hobbyfarm.model;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A machine object ({@code Droplet}) as it is stored, to read. Beside the fields of the Go provisioner ({@code
 * status.droplet}, {@code conditions}, {@code retries}) the bridge keeps in the status what deletion needs when everything
 * else is gone: {@code account}, {@code secret} and {@code tags} before the create, {@code id} right after.
 *
 * @param object the stored object, not changed by anybody
 */
public record MachineObject(GenericKubernetesResource object) {
    /** The value of {@code status.state} of a machine that the cloud no longer has. */
    public static final String GONE = "gone";

    /** Refuses null. */
    public MachineObject {
        Objects.requireNonNull(object, "object");
    }

    /** Returns its name, which is the machine's name at the cloud too. */
    public String name() {
        return object.getMetadata().getName();
    }

    /** Returns the name of its VirtualMachine. */
    public String virtualMachine() {
        return Fields.text(object, "spec", "machine")
                .or(() -> Fields.label(object, Naming.MACHINE_LABEL))
                .orElse("");
    }

    /** Returns the create request. */
    public Map<String, Object> request() {
        return Fields.map(object.get("spec", "droplet"));
    }

    /** Returns the machine's id at the cloud, as soon as it is known. */
    public Optional<String> id() {
        return Fields.text(object, "status", "id")
                .or(() -> Fields.text(object, "status", "droplet", "id").filter(id -> !id.equals("0")));
    }

    /** Returns the recorded account. */
    public Optional<String> account() {
        return Fields.text(object, "status", "account");
    }

    /** Returns the name of the Secret with the token, recorded or, before the create, meant. */
    public Optional<String> tokenSecret() {
        return Fields.text(object, "status", "secret").or(() -> Fields.annotation(object, Naming.TOKEN_SECRET));
    }

    /** Returns the tag that names it for ever. */
    public String identity() {
        return tags().stream()
                .filter(tag -> tag.startsWith(Tags.IDENTITY))
                .findFirst()
                .orElseGet(() -> Tags.identity(
                        Fields.owner(object).orElse(object.getMetadata().getUid())));
    }

    /** Returns the recorded tags; empty for an object of the Go provisioner. */
    public List<String> tags() {
        return object.get("status", "tags") instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Returns when a create was last sent, or was about to be. */
    public Optional<Instant> attempted() {
        return Fields.text(object, "status", "attemptedAt").flatMap(Fields::time);
    }

    /** Returns whether this bridge made it. */
    public boolean madeByBridge() {
        return Fields.annotation(object, Naming.MADE_BY_BRIDGE).isPresent();
    }

    /** Returns the machine's state as last seen: new, active, off, archived, or {@value #GONE}; empty before. */
    public String state() {
        return Fields.text(object, "status", "state").orElse("");
    }

    /** Returns the machine's public address as last seen. */
    public Optional<String> publicAddress() {
        return Fields.text(object, "status", "publicAddress");
    }

    /** Returns the machine's private address as last seen. */
    public Optional<String> privateAddress() {
        return Fields.text(object, "status", "privateAddress");
    }

    /** Returns the machine's name as the cloud gave it. */
    public String hostname() {
        return Fields.text(object, "status", "droplet", "name").orElse(name());
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
