package dev.siteagent.spi;

import java.time.Duration;
import java.time.Instant;

/**
 * The budget of one rate-limited account. Ask before every request, report after it. Waiting callers are served fairly:
 * offerings in turn, each in the order of its requests. Thread-safe.
 *
 * @since 1.0.0
 */
public interface RateBudget {
    /**
     * Takes one request out of the budget and waits for it when none is left.
     *
     * @param patience the longest wait
     * @throws TransientBackendException when the budget frees nothing within the patience, at once when that is known at
     *     once; {@link TransientBackendException#retryAfter()} says when it does
     * @throws InterruptedException when the thread is interrupted; nothing is taken then
     */
    void acquire(Duration patience) throws TransientBackendException, InterruptedException;

    /**
     * Reports what the remote side said of the budget. The lower of both counts holds, since others may use the account.
     *
     * @param remaining requests left in the current window, 0 or more
     * @param resetsAt when the window starts again
     */
    void remaining(int remaining, Instant resetsAt);

    /**
     * Reports that the remote side refused a request for its rate: nobody asks before that time.
     *
     * @param until when to ask again
     */
    void exhaustedUntil(Instant until);
}
