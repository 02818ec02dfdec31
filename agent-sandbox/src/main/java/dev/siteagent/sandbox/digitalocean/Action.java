package dev.siteagent.sandbox.digitalocean;

import java.time.Instant;
import java.util.Locale;

/**
 * Something done to a droplet.
 *
 * @param id above 2³¹
 * @param type such as {@code create}, {@code power_off}, {@code resize}
 * @param status how far it is
 * @param startedAt when it began
 * @param completedAt when it ended, null while in progress
 * @param dropletId the droplet
 * @param region the region's slug
 */
public record Action(
        long id, String type, Status status, Instant startedAt, Instant completedAt, long dropletId, String region) {

    /** How far an action is. */
    public enum Status {
        /** Not at its end. */
        IN_PROGRESS,
        /** Done, or so the API says. */
        COMPLETED,
        /** Given up. */
        ERRORED;

        /** Returns the API's spelling. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    Action ended(Status how, Instant when) {
        return new Action(id, type, how, startedAt, when, dropletId, region);
    }
}
