package dev.siteagent.digitalocean.api;

import dev.siteagent.spi.RateBudget;
import dev.siteagent.spi.RateBudgets;
import dev.siteagent.spi.RateBudgets.Limit;
import dev.siteagent.spi.Secret;
import dev.siteagent.spi.TransientBackendException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The requests that one token may make, shared through the host by all that use the token.
 *
 * <p>The limits are those that DigitalOcean documents. Thread-safe.
 */
final class TokenBudget {
    private static final List<Limit> REQUESTS =
            List.of(new Limit(5_000, Duration.ofHours(1)), new Limit(250, Duration.ofMinutes(1)));

    /** Long enough for the limit by the minute to free something, too short to hold a thread for the hour. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final RateBudget requests;
    private final Clock clock;
    private volatile Optional<RateStatus> latest = Optional.empty();

    TokenBudget(RateBudgets budgets, Secret token, Clock clock) {
        this.requests = budgets.budget("digitalocean", token, REQUESTS);
        this.clock = clock;
    }

    /** Waits until a request may be made, and counts it. */
    void acquire() throws TransientBackendException, InterruptedException {
        requests.acquire(PATIENCE);
    }

    /** Returns what the latest answer with a count told. */
    Optional<RateStatus> latest() {
        return latest;
    }

    /** Takes in what the answer to a request told. */
    void report(RateStatus status) {
        if (status.remaining().isPresent()) {
            latest = Optional.of(status);
        }
        Instant now = clock.instant();
        if (status.limited()) {
            requests.exhaustedUntil(now.plus(status.waitFrom(now)));
        } else if (status.remaining().isPresent() && status.reset().isPresent()) {
            requests.remaining(
                    status.remaining().getAsInt(), status.resetFrom(now).get());
        }
    }
}
