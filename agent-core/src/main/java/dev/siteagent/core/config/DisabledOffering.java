package dev.siteagent.core.config;

import java.util.Objects;

/**
 * An offering of the file that cannot run.
 *
 * @param name its name; its place in the file, such as {@code offerings[1]}, when it has none
 * @param reason why, in one line; never holds a secret
 */
public record DisabledOffering(String name, String reason) {
    /** Refuses nulls. */
    public DisabledOffering {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(reason, "reason");
    }
}
