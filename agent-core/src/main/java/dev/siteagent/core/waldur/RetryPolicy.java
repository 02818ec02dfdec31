package dev.siteagent.core.waldur;

import java.time.Duration;

/**
 * How often and how long a call that failed for a passing reason is tried again.
 *
 * <p>The pause before the n-th repetition is {@code firstPause · 2^(n-1)}, at most {@code longestPause}, of which a
 * random half is left out, so that many agents that failed together do not come back together.
 *
 * @param attempts how often a call is tried at most, the first time included, at least 1
 * @param firstPause the longest pause before the first repetition, positive
 * @param longestPause the limit of the pauses that double, at least {@code firstPause}
 * @param total no repetition starts later than this after the first attempt, positive
 */
public record RetryPolicy(int attempts, Duration firstPause, Duration longestPause, Duration total) {

    /** Five attempts within 90 seconds, pauses from half a second to eight. */
    public static final RetryPolicy DEFAULT =
            new RetryPolicy(5, Duration.ofMillis(500), Duration.ofSeconds(8), Duration.ofSeconds(90));

    /** Checks the ranges. */
    public RetryPolicy {
        if (attempts < 1 || firstPause.isNegative() || firstPause.isZero() || longestPause.compareTo(firstPause) < 0) {
            throw new IllegalArgumentException("A retry policy needs at least one attempt and positive pauses.");
        }
    }

    /**
     * Returns the pause before the repetition with this number.
     *
     * @param repetition 1 for the first repetition
     * @param random a number from 0 (inclusive) to 1
     * @return between a half and the whole of the doubled pause
     */
    Duration pauseBefore(int repetition, double random) {
        // The exponent is bounded since the doubled pause would overflow long before the attempts run out.
        long doubled = firstPause.toMillis() << Math.min(repetition - 1, 20);
        long whole = Math.min(doubled, longestPause.toMillis());
        return Duration.ofMillis(Math.round(whole * (0.5 + random / 2)));
    }
}
