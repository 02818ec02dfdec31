package dev.siteagent.spi;

import java.util.Objects;

/**
 * The backend id that the host chose belongs to another resource. The host tries the next suffix, up to {@link
 * CommonSettings#backendIdMaxRetries()}. Only for backends with {@link BackendTraits.Ids#CHOSEN_BY_HOST}.
 *
 * @since 1.0.0
 */
public final class BackendIdTakenException extends BackendException {
    private static final long serialVersionUID = 1L;

    private final String takenId;

    /**
     * A collision.
     *
     * @param takenId the id that is taken
     */
    public BackendIdTakenException(String takenId) {
        super("the backend id " + takenId + " belongs to another resource", null, null);
        this.takenId = Objects.requireNonNull(takenId, "takenId");
    }

    /** Returns the id that is taken. */
    public String takenId() {
        return takenId;
    }
}
