package dev.siteagent.spi;

import java.util.Objects;

/**
 * Work that a backend answered pending for.
 *
 * @param kind what was asked for
 * @param resource the resource, with its backend id as soon as Waldur has it; for {@link Kind#SET_LIMITS} its limits are
 *     the new ones
 * @param handle the latest handle of the work; after a restart of the agent the one that Waldur has, or {@link
 *     Handle#NONE}
 * @since 1.0.0
 */
public record PendingWork(Kind kind, Resource resource, Handle handle) {
    /** What was asked for. */
    public enum Kind {
        /** {@link ResourceBackend#create}. */
        CREATE,
        /** {@link ResourceBackend#delete}. */
        DELETE,
        /** {@link LimitsBackend#setLimits}. */
        SET_LIMITS,
        /** {@link PowerBackend#pause}. */
        PAUSE,
        /** {@link PowerBackend#downscale}. */
        DOWNSCALE,
        /** {@link PowerBackend#restore}. */
        RESTORE
    }

    /** Refuses nulls. */
    public PendingWork {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(resource, "resource");
        Objects.requireNonNull(handle, "handle");
    }
}
