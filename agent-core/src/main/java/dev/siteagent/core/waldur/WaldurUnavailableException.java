package dev.siteagent.core.waldur;

import java.time.Duration;
import java.util.Optional;

/**
 * Waldur could not be reached or could not answer: a connection that failed, a time-out, HTTP 5xx or 429.
 *
 * <p>Whatever was safe to repeat within the call has been repeated. Such a failure says nothing about the order,
 * resource or user the call was for, so it never turns an order erred.
 */
public final class WaldurUnavailableException extends WaldurException {

    private static final long serialVersionUID = 1L;

    private final boolean mayHaveTakenEffect;
    private final Duration retryAfter;

    WaldurUnavailableException(String message, boolean mayHaveTakenEffect, Duration retryAfter, Throwable cause) {
        super(message, cause);
        this.mayHaveTakenEffect = mayHaveTakenEffect;
        this.retryAfter = retryAfter;
    }

    /** Returns the same failure, marked as one of a call that may have taken effect in an earlier attempt. */
    WaldurUnavailableException followingLostAnswer() {
        return mayHaveTakenEffect ? this : new WaldurUnavailableException(getMessage(), true, retryAfter, this);
    }

    /**
     * Tells whether Waldur may have carried the call out although its answer was lost. False when it certainly did not:
     * the connection never opened, or Waldur refused for too many requests.
     */
    public boolean mayHaveTakenEffect() {
        return mayHaveTakenEffect;
    }

    /** Returns how long Waldur asked to be left alone, when it did. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
