package dev.siteagent.hobbyfarm.work;

import java.time.Clock;
import java.time.Duration;

/** The time, and what happens later. Thread-safe. */
public interface Timekeeper extends AutoCloseable {
    /** Returns the clock. */
    Clock clock();

    /**
     * Runs something later, soon after a pause. The task is short and throws nothing.
     *
     * @param pause how much later, zero or more
     * @param task what to run
     */
    void after(Duration pause, Runnable task);

    /** Drops what has not run yet. */
    @Override
    void close();
}
