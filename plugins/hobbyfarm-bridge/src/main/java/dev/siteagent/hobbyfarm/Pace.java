package dev.siteagent.hobbyfarm;

import dev.siteagent.hobbyfarm.work.BackOff;
import java.security.SecureRandom;
import java.time.Duration;

/**
 * How fast the bridge goes.
 *
 * @param resync the pause between listings of machines that run
 * @param listingLag after this time a machine that no listing shows does not exist
 * @param lease how long a leader that has died still counts as one
 * @param backOff pauses after failures
 */
record Pace(Duration resync, Duration listingLag, Duration lease, BackOff backOff) {
    private static final Duration LISTING_LAG = Duration.ofSeconds(60);
    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(2);

    static Pace usual(HobbyFarmSettings settings) {
        return new Pace(
                Duration.ofSeconds(settings.resyncSeconds()),
                LISTING_LAG,
                LEASE,
                new BackOff(FIRST_PAUSE, LONGEST_PAUSE, new SecureRandom()));
    }
}
