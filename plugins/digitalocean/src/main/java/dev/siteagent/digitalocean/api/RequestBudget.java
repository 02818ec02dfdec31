package dev.siteagent.digitalocean.api;

import java.time.Duration;

/**
 * The requests that a token may make, shared by all that use the token.
 *
 * <p>Thread-safe.
 */
public interface RequestBudget {
    /** Kinds of requests that DigitalOcean counts apart. */
    enum Kind {
        /** Every request: 5,000 an hour and 250 a minute. */
        ANY,
        /** Listing SSH keys: 10 a minute, and counted as {@link #ANY} too. */
        KEY_LISTING
    }

    /**
     * Waits until one request may be made and counts it.
     *
     * @param kind the kind of request
     * @throws ExhaustedException when the wait would be too long to hold a thread for
     * @throws InterruptedException when the thread is interrupted while waiting; nothing is counted then
     */
    void acquire(Kind kind) throws ExhaustedException, InterruptedException;

    /**
     * Takes in what an answer told of the budget.
     *
     * @param kind the kind of request that was answered
     * @param status what the answer told
     */
    void report(Kind kind, RateStatus status);

    /** The budget is used up for longer than a thread should wait. */
    final class ExhaustedException extends Exception {
        private static final long serialVersionUID = 1L;
        private final Duration wait;

        /**
         * Tells how long the budget is used up for.
         *
         * @param wait time until the next request may be made
         */
        public ExhaustedException(Duration wait) {
            super("the request budget is used up for " + wait.toSeconds() + " s");
            this.wait = wait;
        }

        /** Returns the time until the next request may be made. */
        public Duration waitTime() {
            return wait;
        }
    }
}
