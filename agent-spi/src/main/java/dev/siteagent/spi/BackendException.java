package dev.siteagent.spi;

import java.util.Objects;
import java.util.Optional;

/**
 * Why a backend could not do what it was asked. The subclass decides what the host does next, so a backend decides
 * exactly once, where it knows the cause, whether a repeat can help.
 *
 * <p>The message is read by operators and, for a {@link PermanentBackendException}, by customers: it says what happened,
 * to what, why, and what to do, and carries no secret and no stack trace. Such details belong to the cause, which the
 * host logs.
 *
 * @since 1.0.0
 */
public abstract sealed class BackendException extends Exception
        permits TransientBackendException,
                BackendNotReadyException,
                PermanentBackendException,
                BackendIdTakenException {
    private static final long serialVersionUID = 1L;

    private final String backendId;

    BackendException(String message, String backendId, Throwable cause) {
        super(Objects.requireNonNull(message, "message"), cause);
        this.backendId = backendId;
    }

    /**
     * Returns the id of the resource that exists although the call failed, so that the host records it and nothing runs
     * unseen: a machine that was made before a later step of its creation failed.
     */
    public Optional<String> backendId() {
        return Optional.ofNullable(backendId);
    }
}
