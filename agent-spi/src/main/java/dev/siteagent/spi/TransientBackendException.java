package dev.siteagent.spi;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The backend's remote side failed for now: a time-out, a reset, a 5xx, a rate limit, a locked resource. The same call
 * may succeed later; the host repeats it with back-off, in this cycle or the next, and errs no order or resource for it.
 *
 * <p>Also the right answer where the backend cannot tell whether a request took effect: idempotent calls make the repeat
 * safe.
 *
 * @since 1.0.0
 */
public final class TransientBackendException extends BackendException {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    /**
     * A failure after which the host chooses the pause.
     *
     * @param message what happened, to what, why
     * @param cause the technical cause, may be null
     */
    public TransientBackendException(String message, Throwable cause) {
        this(message, cause, null, null);
    }

    private TransientBackendException(String message, Throwable cause, Duration retryAfter, String backendId) {
        super(message, backendId, cause);
        this.retryAfter = retryAfter;
    }

    /** Returns the same failure with the least pause before a repeat, as the remote side demands it. */
    public TransientBackendException retryAfter(Duration pause) {
        return new TransientBackendException(
                getMessage(),
                getCause(),
                Objects.requireNonNull(pause, "pause"),
                backendId().orElse(null));
    }

    /** Returns the same failure, naming the resource that exists all the same. */
    public TransientBackendException withBackendId(String existing) {
        return new TransientBackendException(
                getMessage(), getCause(), retryAfter, Objects.requireNonNull(existing, "existing"));
    }

    /** Returns the least pause before a repeat; empty when the remote side named none. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
