package dev.siteagent.sandbox.http;

/**
 * Listens at the moment between a change and its answer. A crash test ends the client's process here: the change is made,
 * and nobody was told.
 */
@FunctionalInterface
public interface WriteTap {
    /**
     * Called after a POST, PUT, PATCH or DELETE took effect and before its answer goes out, by the thread that serves the
     * request; the answer waits for as long as the call takes. Not called for a write that was refused (status 400 and
     * above).
     *
     * @param request the request, not null
     * @param response the answer that will go out, not null
     * @throws InterruptedException if the server closes meanwhile
     */
    void written(Request request, Response response) throws InterruptedException;
}
