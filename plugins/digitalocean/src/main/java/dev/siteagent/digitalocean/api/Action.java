package dev.siteagent.digitalocean.api;

/**
 * Work that DigitalOcean does on a droplet.
 *
 * @param id its id, 64 bits
 * @param type its type, for example {@code power_off}
 * @param status how far it is
 */
public record Action(long id, String type, Status status) {
    /** How far an action is. */
    public enum Status {
        /** Not ended yet. */
        IN_PROGRESS,
        /** Ended well. */
        COMPLETED,
        /** Ended badly. */
        ERRORED,
        /** A state that DigitalOcean added later. */
        UNKNOWN;

        static Status of(String text) {
            return switch (text) {
                case "in-progress" -> IN_PROGRESS;
                case "completed" -> COMPLETED;
                case "errored" -> ERRORED;
                default -> UNKNOWN;
            };
        }
    }
}
