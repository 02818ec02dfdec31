package dev.siteagent.hobbyfarm.work;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Pauses between attempts: doubled each time up to a limit, and between half and all of that by chance, so that many do
 * not come back at once.
 *
 * @param first the pause after the first failure
 * @param longest the longest pause
 * @param random chance, used by several threads
 */
public record BackOff(Duration first, Duration longest, RandomGenerator random) {
    private static final int MOST_DOUBLINGS = 20;

    /**
     * Returns the pause after a failure.
     *
     * @param failures how many in a row, 1 or more
     */
    public Duration after(int failures) {
        long doubled = first.toMillis() << Math.min(failures - 1, MOST_DOUBLINGS);
        long pause = Math.min(doubled, longest.toMillis());
        return Duration.ofMillis(pause / 2 + random.nextLong(pause / 2 + 1));
    }
}
