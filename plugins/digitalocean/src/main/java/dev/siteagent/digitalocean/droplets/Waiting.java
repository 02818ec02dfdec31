package dev.siteagent.digitalocean.droplets;

import dev.siteagent.spi.Handle;
import dev.siteagent.spi.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The ways in which droplets keep one waiting. */
final class Waiting {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration USUAL = Duration.ofSeconds(2);

    private Waiting() {}

    /** Nothing but the handle has to be stored. */
    static Outcome forHandle(Optional<String> dropletId, Handle handle, String step) {
        return new Outcome.Pending(dropletId, handle, SHORTEST, step);
    }

    static Outcome forDroplet(long id, String step) {
        return new Outcome.Pending(Optional.of(Long.toString(id)), Handle.NONE, USUAL, "droplet " + id + " " + step);
    }

    static Outcome forDroplet(long id, Handle handle, String step) {
        return new Outcome.Pending(Optional.of(Long.toString(id)), handle, USUAL, "droplet " + id + " " + step);
    }

    /**
     * Several droplets keep one waiting.
     *
     * @param backendId the one that is recorded as the resource's
     * @param ids all of them, at least one
     */
    static Outcome forDroplets(String backendId, List<String> ids, String state) {
        String step =
                ids.size() == 1 ? "droplet " + ids.get(0) + " is " : "droplets " + String.join(", ", ids) + " are ";
        return new Outcome.Pending(Optional.of(backendId), Handle.NONE, USUAL, step + state);
    }

    static Outcome forListing(ListingLag lag, Duration left, String step) {
        Duration pause = left.compareTo(USUAL) < 0 ? left : USUAL;
        return new Outcome.Pending(
                Optional.empty(), lag.handle(), pause.compareTo(SHORTEST) < 0 ? SHORTEST : pause, step);
    }
}
