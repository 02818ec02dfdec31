package dev.siteagent.digitalocean.droplets;

import dev.siteagent.spi.Handle;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A moment from which on a listing must be waited for: right after a droplet was made, listings may not show it yet.
 *
 * @param word what happened at that moment
 * @param since the moment, in whole seconds
 */
public record ListingLag(String word, Instant since) {
    /** After this time a droplet that no listing shows does not exist. */
    public static final Duration LONGEST = Duration.ofSeconds(30);

    public static ListingLag from(String word, Instant now) {
        return new ListingLag(word, Instant.ofEpochSecond(now.getEpochSecond()));
    }

    /** Reads a handle that {@link #handle} wrote for the same word; empty for any other. */
    public static Optional<ListingLag> of(Handle handle, String word) {
        String[] parts = handle.text().split(" ", -1);
        return parts.length == 2 && parts[0].equals(word) && parts[1].matches("[0-9]{1,12}")
                ? Optional.of(new ListingLag(word, Instant.ofEpochSecond(Long.parseLong(parts[1]))))
                : Optional.empty();
    }

    public Handle handle() {
        return new Handle(word + " " + since.getEpochSecond());
    }

    /** Returns how long listings cannot be trusted yet; zero when they can. */
    public Duration left(Instant now) {
        Duration left = Duration.between(now, since.plus(LONGEST));
        return left.isNegative() ? Duration.ZERO : left;
    }
}
