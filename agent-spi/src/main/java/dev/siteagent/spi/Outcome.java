package dev.siteagent.spi;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What became of a create, a change or a deletion.
 *
 * @since 1.0.0
 */
public sealed interface Outcome {
    /**
     * It is done and confirmed by the remote side.
     *
     * @param resource the resource as it is now; empty after a deletion, and where a change yields nothing new to show
     */
    record Ready(Optional<BackendResource> resource) implements Outcome {
        /** Refuses null. */
        public Ready {
            Objects.requireNonNull(resource, "resource");
        }
    }

    /**
     * It takes time. The host polls by {@link PendingWorkBackend#poll}.
     *
     * <p>A handle that is not empty is stored in Waldur before the next poll, and handed back after a restart. So work
     * that must remember something (the target of a resize, and whether the machine was on) answers pending with its
     * handle <em>before</em> the first step that cannot be undone, and takes that step in the first poll.
     *
     * @param backendId the resource's id, as soon as it is known; recorded in Waldur at once
     * @param handle what must be remembered; {@link Handle#NONE} when the resource and the kind of work tell everything
     * @param pollAfter the pause before the next poll, more than 0
     * @param step what it waits for, for people: {@code droplet 123 is booting}
     */
    record Pending(Optional<String> backendId, Handle handle, Duration pollAfter, String step) implements Outcome {
        /** Refuses nulls and a pause that is none. */
        public Pending {
            Objects.requireNonNull(backendId, "backendId").ifPresent(id -> Records.requireText(id, "backendId"));
            Objects.requireNonNull(handle, "handle");
            Objects.requireNonNull(step, "step");
            if (pollAfter.isNegative() || pollAfter.isZero()) {
                throw new IllegalArgumentException("pollAfter is " + pollAfter + ", more than 0 is needed");
            }
        }
    }

    /**
     * Returns a finished create or change.
     *
     * @param resource the resource as it is now
     */
    static Outcome ready(BackendResource resource) {
        return new Ready(Optional.of(resource));
    }

    /** Returns finished work that leaves nothing to show: a deletion. */
    static Outcome done() {
        return new Ready(Optional.empty());
    }
}
