package dev.siteagent.core.events.stomp;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The times and limits of a link.
 *
 * @param connect how long each of connecting, TLS, upgrade and log-in may take
 * @param heartBeat how often each side gives a sign of life; after two and a half of them in silence the connection counts
 *     as dead
 * @param firstPause the pause before the first reconnection
 * @param longestPause the limit of the pauses, which double
 * @param messageLimit the largest message in bytes; a larger one is dropped
 */
public record LinkTimes(
        Duration connect, Duration heartBeat, Duration firstPause, Duration longestPause, int messageLimit) {

    /** As the specification has it: heart-beats of 10 s, pauses from 1 s to 120 s; messages of up to 1 MiB. */
    public static final LinkTimes DEFAULT = new LinkTimes(
            Duration.ofSeconds(15),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofSeconds(120),
            1024 * 1024);

    /**
     * Returns the pause before a reconnection: doubled each time, of which a random quarter is left out, so that agents
     * that lost one broker do not come back together.
     *
     * @param failures how many connections failed since the last good one, at least 1
     */
    public Duration pause(int failures, RandomGenerator random) {
        // The exponent is bounded since the doubled pause would overflow in the end.
        long doubled = firstPause.toMillis() << Math.min(failures - 1, 20);
        long whole = Math.min(doubled, longestPause.toMillis());
        return Duration.ofMillis(Math.max(1, Math.round(whole * (1 - random.nextDouble() / 4))));
    }
}
