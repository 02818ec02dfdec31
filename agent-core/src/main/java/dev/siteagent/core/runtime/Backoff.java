package dev.siteagent.core.runtime;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The pauses before an order is tried again within a cycle: each twice as long as the one before, of which a random half is
 * left out, so that orders that failed together do not come back together.
 *
 * @param first the longest pause before the first repeat
 * @param longest the longest pause
 * @param attempts how often an order is tried in all before it is left to the next cycle
 */
record Backoff(Duration first, Duration longest, int attempts) {
    /** Seven attempts within some two minutes. */
    static final Backoff DEFAULT = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(60), 7);

    /** A demanded pause that is longer than this is not waited for within the cycle. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /**
     * Returns the pause before the next attempt.
     *
     * @param failed how many attempts failed so far, at least 1
     * @param demanded the least pause that the other side demands
     * @param random where the random half comes from
     * @return empty when there shall be no further attempt in this cycle
     */
    Optional<Duration> pause(int failed, Optional<Duration> demanded, RandomGenerator random) {
        if (failed >= attempts
                || demanded.filter(pause -> pause.compareTo(PATIENCE) > 0).isPresent()) {
            return Optional.empty();
        }
        long whole = Math.min(first.toMillis() << Math.min(failed - 1, 20), longest.toMillis());
        Duration own = Duration.ofMillis(Math.round(whole * (0.5 + random.nextDouble() / 2)));
        return Optional.of(demanded.map(own::plus).orElse(own));
    }
}
