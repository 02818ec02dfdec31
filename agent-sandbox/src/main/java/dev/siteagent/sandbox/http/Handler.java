package dev.siteagent.sandbox.http;

/** Answers one request. Called by many threads at once, one per request in flight. */
@FunctionalInterface
public interface Handler {
    /**
     * Does the work of the request.
     *
     * @param request the request with its whole body, not null
     * @return the answer, not null
     * @throws Refusal where an answer other than the usual one is easier thrown than returned
     */
    Response handle(Request request);
}
