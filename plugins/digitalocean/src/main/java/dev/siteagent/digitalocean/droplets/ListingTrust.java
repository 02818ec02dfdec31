package dev.siteagent.digitalocean.droplets;

import dev.siteagent.digitalocean.api.Droplet;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells from when on the listings are complete about a resource, so that the one droplet they show is its only one.
 *
 * <p>Where two agents serve one offering by mistake, both may make a droplet while no listing shows the other's. A
 * droplet that boots before it is listed would then be handed over with a stray one beside it. Listings that show a
 * droplet at once are believed at once. What is kept here is lost in a crash, after which they are believed sooner.
 * Thread-safe.
 */
public final class ListingTrust {
    /** The pause between two looks, by which the measured lag may be off, and some time to send a create. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private final Clock clock;
    private final Map<UUID, Doubt> doubts = new ConcurrentHashMap<>();
    private final Map<UUID, Instant> made = new ConcurrentHashMap<>();

    /**
     * Measures by a clock.
     *
     * @param clock the time
     */
    public ListingTrust(Clock clock) {
        this.clock = clock;
    }

    /**
     * Why listings are not believed yet.
     *
     * @param since when the droplet was made that they did not show
     * @param until when they are believed again
     * @param measured whether {@code until} is final
     */
    private record Doubt(Instant since, Instant until, boolean measured) {
        static Doubt from(Instant since, boolean measured) {
            return new Doubt(since, since.plus(ListingLag.LONGEST), measured);
        }

        /** Whoever looked right before the droplet was listed made another then, which takes as long to be listed. */
        Doubt shown(Instant now) {
            if (measured) {
                return this;
            }
            Duration lag = Duration.between(since, now);
            Duration likely = lag.compareTo(ListingLag.LONGEST) < 0 ? lag : ListingLag.LONGEST;
            return new Doubt(since, now.plus(likely).plus(MARGIN), true);
        }
    }

    /** The resource's droplet was made just now. */
    void made(UUID resource, Droplet droplet) {
        Instant now = clock.instant();
        made.put(resource, droplet.createdAt() == null ? now : earlier(droplet.createdAt(), now));
    }

    /**
     * Returns whether the listing of this moment, which does not show the resource's droplet, is none to wonder at: the
     * droplet was made here a moment ago. Reading each such droplet by itself would cost as much as making it.
     */
    boolean tooEarly(UUID resource) {
        Instant since = made.get(resource);
        if (since == null || !since.plus(ListingLag.LONGEST).isAfter(clock.instant())) {
            return false;
        }
        doubts.putIfAbsent(resource, Doubt.from(since, false));
        return true;
    }

    /** A droplet of the resource may have been made, and nobody knows which: the one that is listed may be another. */
    void lost(UUID resource, Instant since) {
        doubts.put(resource, Doubt.from(since, true));
    }

    /**
     * Returns whether the listings show by now all that was made for the resource.
     *
     * @param droplet the resource's droplet
     * @param listed whether the listing of this moment shows it
     */
    boolean complete(UUID resource, Droplet droplet, boolean listed) {
        Instant now = clock.instant();
        if (!listed && isYoung(droplet, now)) {
            // A clock that is behind DigitalOcean's must not lengthen the wait.
            doubts.putIfAbsent(resource, Doubt.from(earlier(droplet.createdAt(), now), false));
        }
        Doubt doubt =
                listed ? doubts.computeIfPresent(resource, (unused, known) -> known.shown(now)) : doubts.get(resource);
        return doubt == null || !now.isBefore(doubt.until());
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private static boolean isYoung(Droplet droplet, Instant now) {
        return droplet.createdAt() != null
                && droplet.createdAt().plus(ListingLag.LONGEST).isAfter(now);
    }

    /** Forgets the doubts about a resource: its order has ended. */
    void forget(UUID resource) {
        doubts.remove(resource);
        made.remove(resource);
    }
}
