package dev.siteagent.spi;

import java.util.Objects;

/**
 * The same call will fail again until somebody changes something: a wrong attribute, a quota, a revoked token. The host
 * errs the order with the message, so the message is written for the customer: what was wrong and what to do.
 *
 * @since 1.0.0
 */
public final class PermanentBackendException extends BackendException {
    private static final long serialVersionUID = 1L;

    /**
     * A failure without a technical cause.
     *
     * @param message what was wrong and what to do
     */
    public PermanentBackendException(String message) {
        this(message, null);
    }

    /**
     * A failure with its technical cause, which is logged and, where the operator allows it, shown as a trace.
     *
     * @param message what was wrong and what to do
     * @param cause the technical cause, may be null
     */
    public PermanentBackendException(String message, Throwable cause) {
        this(message, cause, null);
    }

    private PermanentBackendException(String message, Throwable cause, String backendId) {
        super(message, backendId, cause);
    }

    /** Returns the same failure, naming the resource that exists all the same and that the host must record. */
    public PermanentBackendException withBackendId(String existing) {
        return new PermanentBackendException(getMessage(), getCause(), Objects.requireNonNull(existing, "existing"));
    }
}
