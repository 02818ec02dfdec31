package dev.siteagent.sandbox.http;

import java.util.Objects;

/** Ends the work of a request with an answer that refuses it. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Response response;

    /**
     * Makes a refusal.
     *
     * @param response the answer to send, not null
     */
    public Refusal(Response response) {
        super("refused with HTTP status " + response.status(), null, false, false);
        this.response = Objects.requireNonNull(response, "response");
    }

    /** Returns the answer to send, not null. */
    public Response response() {
        return response;
    }
}
