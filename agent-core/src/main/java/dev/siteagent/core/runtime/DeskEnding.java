package dev.siteagent.core.runtime;

import java.time.Instant;

/**
 * How far a desk is on the way to its end. A desk that drains begins nothing, and brings to its end what it has begun, also
 * what only waits; a desk that stops waits for its workers alone. Touched by the desk's thread only.
 */
final class DeskEnding {
    private Instant drainedAt = Instant.MAX;
    private Instant interruptAt = Instant.MAX;

    /** Drains until a time at most, or until an earlier one if it was told before. */
    void drain(Instant until) {
        drainedAt = until.isBefore(drainedAt) ? until : drainedAt;
    }

    /** Stops, unless it does so already. */
    void stop(Instant interruptWorkersAt) {
        interruptAt = stopping() ? interruptAt : interruptWorkersAt;
    }

    /** Returns whether nothing is begun any more. */
    boolean begun() {
        return draining() || stopping();
    }

    boolean draining() {
        return !stopping() && drainedAt.isBefore(Instant.MAX);
    }

    boolean stopping() {
        return interruptAt.isBefore(Instant.MAX);
    }

    /** Returns whether it has drained for long enough. */
    boolean outOfPatience(Instant now) {
        return draining() && !now.isBefore(drainedAt);
    }

    /** Returns whether the workers had their time. */
    boolean outOfGrace(Instant now) {
        return !now.isBefore(interruptAt);
    }

    /** Returns when there is something to do next, if otherwise that is at a time. */
    Instant next(Instant otherwise) {
        if (stopping()) {
            return interruptAt;
        }
        return drainedAt.isBefore(otherwise) ? drainedAt : otherwise;
    }
}
