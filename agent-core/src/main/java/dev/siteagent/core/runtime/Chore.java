package dev.siteagent.core.runtime;

import dev.siteagent.spi.BackendException;
import java.time.Duration;
import java.util.Objects;

/**
 * Something to do again and again while events are listened to.
 *
 * @param what what it is, completes the sentence "… of offering X failed"
 * @param period the pause between the end of one time and the next
 * @param atOnce whether the first time is at the start; else it is a period later
 * @param step does it once
 */
record Chore(String what, Duration period, boolean atOnce, Step step) {
    /** Does it once. */
    @FunctionalInterface
    interface Step {
        void take() throws BackendException, InterruptedException;
    }

    Chore {
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(period, "period");
        Objects.requireNonNull(step, "step");
    }
}
