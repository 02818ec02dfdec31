package dev.siteagent.sandbox.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/** Answers those requests whose answers go on for as long as the client listens, such as a watch. */
@FunctionalInterface
public interface Streaming {
    /**
     * Returns what answers a request; empty for one that the server's handler is to answer.
     *
     * @param request the request with its whole body, not null
     */
    Optional<Stream> of(Request request);

    /** An answer of status 200 that is written bit by bit. */
    interface Stream {
        /** Returns the value for {@code Content-Type}. */
        String contentType();

        /**
         * Writes, and flushes what the client is to see at once. The answer ends when this returns.
         *
         * @throws IOException when the client is gone
         * @throws InterruptedException when the server closes
         */
        void write(OutputStream out) throws IOException, InterruptedException;
    }
}
