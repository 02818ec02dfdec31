package dev.siteagent.core.config;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * An offering of the file that cannot run.
 *
 * @param name its name; its place in the file, such as {@code offerings[1]}, when it has none
 * @param uuid its UUID; empty when the entry has none that can be read
 * @param reason why, in one line; never holds a secret
 */
public record DisabledOffering(String name, Optional<UUID> uuid, String reason) {
    /** Refuses nulls. */
    public DisabledOffering {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(uuid, "uuid");
        Objects.requireNonNull(reason, "reason");
    }

    /** Returns whether this seems to be the entry of an offering that could run before, by the UUID or else the name. */
    public boolean isOf(OfferingConfiguration offering) {
        return uuid.map(offering.uuid()::equals).orElse(false) || name.equals(offering.name());
    }
}
