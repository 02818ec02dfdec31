package dev.siteagent.core.runtime;

import java.time.Duration;

/** Hears of cycles, for metrics. Called on the thread that ran one; must be quick, thread-safe and not throw. */
@FunctionalInterface
public interface CycleListener {
    /**
     * A cycle ended; of orders, the listing that begins one.
     *
     * @param offering the offering's name
     * @param mode what it was a cycle of
     * @param good whether it did all it should
     * @param took how long it took
     */
    void cycle(String offering, Mode mode, boolean good, Duration took);
}
