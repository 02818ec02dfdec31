package dev.siteagent.digitalocean.api;

import java.time.Duration;

/** A way to let time pass, so that tests need not. */
@FunctionalInterface
public interface Pause {
    /** Sleeps on the calling thread. */
    Pause SLEEP = duration -> Thread.sleep(duration.toMillis());

    /**
     * Returns after the time has passed.
     *
     * @param duration how long, not negative
     * @throws InterruptedException when the thread is interrupted
     */
    void last(Duration duration) throws InterruptedException;
}
