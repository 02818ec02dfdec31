package dev.siteagent.digitalocean.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What one answer said of the request budget.
 *
 * @param limited true when this answer was a refusal for the budget's sake (HTTP 429)
 * @param limit requests an hour that the token may make ({@code ratelimit-limit})
 * @param remaining requests left in the hour ({@code ratelimit-remaining})
 * @param reset when the oldest request of the hour stops counting ({@code ratelimit-reset})
 * @param retryAfter how long to wait; DigitalOcean sends it for the limit by the minute only
 */
public record RateStatus(
        boolean limited,
        OptionalInt limit,
        OptionalInt remaining,
        Optional<Instant> reset,
        Optional<Duration> retryAfter) {

    /** How long to wait before the next request when the answer was a refusal and told nothing better. */
    static final Duration UNTOLD_WAIT = Duration.ofSeconds(15);

    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    /**
     * The wait that a refusal asks for: {@code retry-after} when given (the limit by the minute), else until the reset
     * of the hour, else a guess. At least a second, so that refusals never become a storm of requests, and an hour at
     * most: no limit is longer.
     *
     * @param now the present time
     * @return the wait
     */
    public Duration waitFrom(Instant now) {
        Duration wait = retryAfter.or(() -> untilReset(now)).orElse(UNTOLD_WAIT);
        if (wait.compareTo(SHORTEST_WAIT) < 0) {
            return SHORTEST_WAIT;
        }
        return wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
    }

    /** A reset that has passed by our clock tells nothing. */
    private Optional<Duration> untilReset(Instant now) {
        return reset.map(at -> Duration.between(now, at)).filter(left -> !left.isNegative());
    }

    /**
     * Returns {@link #reset}, but an hour from now at most: no window is longer.
     *
     * @param now the present time
     */
    Optional<Instant> resetFrom(Instant now) {
        Instant latest = now.plus(LONGEST_WAIT);
        return reset.map(at -> at.isAfter(latest) ? latest : at);
    }
}
