package dev.siteagent.core.runtime;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What works for an offering, or as a service, from its start until it is told to end. Thread-safe. */
interface Work {
    /** Begins. */
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

    /** Returns whether a run that ends with its work need not wait for it any more. */
    boolean over();

    /** Returns whether there is nothing to do for it in the modes of the run. */
    boolean idle();

    /** Returns whether it has ended, though it would do something if it were begun again. */
    boolean endedByItself();

    /**
     * Waits, after it was told to end, until no thread is at work for it any more.
     *
     * @param atMost for how long
     * @return whether that is so
     */
    boolean awaitEnd(Duration atMost) throws InterruptedException;

    /**
     * Closes what is open.
     *
     * @param patience how long the registration may still take
     */
    void close(Duration patience) throws InterruptedException;

    /** Returns a line for people about each part of it that hangs. */
    Stream<String> hung(Clock clock);

    /** Returns what became of it, as far as that is known. */
    List<DeskReport> reports();

    /** Returns whether it had to be interrupted at its end. */
    boolean graceRanOut();
}
