package dev.siteagent.core.runtime;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** One mode of one offering while the agent runs. */
interface ModeRun {
    /** Begins the work and the registration. */
    void start();

    /** Takes no further work and lets what runs end within the grace period. Returns at once. */
    void stop();

    /**
     * Takes no further work and lets what has begun end, also what only waits. Returns at once.
     *
     * @param patience for how long at most; then it stops
     */
    void drain(Duration patience);

    /** Interrupts the work, without grace. */
    void interrupt();

    /** Returns what became of the work; empty while there may be more. */
    Optional<DeskReport> report();

    /** Returns whether it has ended or moves. */
    boolean alive(Clock clock);

    /** Returns a line for people about a run that is not alive. */
    String hung();

    /**
     * Waits, after it was told to end, until no thread is at work for it any more.
     *
     * @param atMost for how long, about
     * @return whether that is so
     */
    boolean awaitEnd(Duration atMost) throws InterruptedException;

    /**
     * Lets the registration end and closes the backend.
     *
     * @param patience how long the registration may still take
     */
    void close(Duration patience) throws InterruptedException;
}
