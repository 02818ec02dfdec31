package dev.siteagent.core.waldur;

import java.time.Duration;

/** Waits between two attempts; tests put a recorder in its place. */
@FunctionalInterface
public interface Sleeper {

    /** Waits on the current thread with the JDK's own sleep. */
    Sleeper SYSTEM = duration -> Thread.sleep(duration.toMillis());

    /**
     * Waits.
     *
     * @param duration how long, zero or positive
     * @throws InterruptedException when the thread is interrupted before or while it waits
     */
    void sleep(Duration duration) throws InterruptedException;
}
