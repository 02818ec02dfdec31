package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.spi.Machines.Machine;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How the creates went that this process has sent, by the uid of the machine object. What an earlier process sent is not
 * known here, so until some time after the start a machine that was attempted may exist without being in any listing.
 * Thread-safe.
 */
final class Attempts {
    private final Instant started;
    private final Duration listingLag;
    private final Map<String, Attempt> latest = new ConcurrentHashMap<>();

    /** How a create went. */
    sealed interface Attempt {
        /** The cloud made the machine, and that is not written down yet. */
        record Made(Machine machine) implements Attempt {}

        /** Nothing was made. */
        record NotMade() implements Attempt {}

        /** Nobody knows yet. */
        record Unknown(Instant since) implements Attempt {}
    }

    /**
     * Knows of no attempt yet.
     *
     * @param started when this process began to work
     * @param listingLag after this time a machine that no listing shows does not exist
     */
    Attempts(Instant started, Duration listingLag) {
        this.started = started;
        this.listingLag = listingLag;
    }

    void put(String uid, Attempt attempt) {
        latest.put(uid, attempt);
    }

    void forget(String uid) {
        latest.remove(uid);
    }

    /**
     * Returns how the latest create went.
     *
     * @param attempted whether one was ever recorded for the object
     */
    Attempt of(String uid, boolean attempted) {
        return Optional.ofNullable(latest.get(uid))
                .orElseGet(() -> attempted ? new Attempt.Unknown(started) : new Attempt.NotMade());
    }

    /** Returns how long it takes until listings can be trusted to show what an attempt may have made. */
    Duration unsettled(Attempt attempt, Instant now) {
        if (!(attempt instanceof Attempt.Unknown unknown)) {
            return Duration.ZERO;
        }
        Duration left = Duration.between(now, unknown.since().plus(listingLag));
        return left.isNegative() ? Duration.ZERO : left;
    }
}
