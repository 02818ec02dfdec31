package dev.siteagent.hobbyfarm.model;

import java.util.Objects;

/**
 * One object of the bridge's namespace.
 *
 * @param kind its kind
 * @param name its name
 */
public record ObjectRef(Kind kind, String name) {
    /** Refuses nulls. */
    public ObjectRef {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(name, "name");
    }

    /** Returns it as people name it: {@code Droplet dyn-1-droplet}. */
    @Override
    public String toString() {
        return kind.name() + " " + name;
    }
}
