package dev.siteagent.core.waldur;

/**
 * Waldur understood the call and refused it (HTTP 4xx other than 429), or the OIDC server refused to issue a token.
 *
 * <p>Its message carries what Waldur said, trimmed.
 */
public final class WaldurRejectedException extends WaldurException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String method;
    private final String path;
    private final String reason;
    private final boolean afterLostAnswer;

    WaldurRejectedException(
            String message, int status, String method, String path, String reason, boolean afterLostAnswer) {
        super(message, null);
        this.status = status;
        this.method = method;
        this.path = path;
        this.reason = reason;
        this.afterLostAnswer = afterLostAnswer;
    }

    /** Returns the same refusal, marked as one that followed an attempt whose answer was lost. */
    WaldurRejectedException followingLostAnswer() {
        return new WaldurRejectedException(
                getMessage() + " An earlier attempt of this call got no answer and may have taken effect.",
                status,
                method,
                path,
                reason,
                true);
    }

    /** Returns the HTTP status, 400 to 499. */
    public int status() {
        return status;
    }

    /** Returns the HTTP method of the call. */
    public String method() {
        return method;
    }

    /** Returns the path of the call, without its query. */
    public String path() {
        return path;
    }

    /** Returns what Waldur said, trimmed; empty when it said nothing. */
    public String reason() {
        return reason;
    }

    /** Tells whether Waldur does not know the object, or hides it from this user (HTTP 404). */
    public boolean notFound() {
        return status == 404;
    }

    /** Tells whether the object is in a state that does not allow the call (HTTP 409). */
    public boolean wrongState() {
        return status == 409;
    }

    /**
     * Tells whether an earlier attempt of the same call got no answer. A call that moves a state may then be refused
     * because it had succeeded already: read the object again before judging.
     */
    public boolean afterLostAnswer() {
        return afterLostAnswer;
    }
}
