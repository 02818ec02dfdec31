package dev.siteagent.core.events.stomp;

import java.util.Optional;

/** What came out of a WebSocket message: a frame, or bytes that are none. */
sealed interface Received permits Frame, Received.Broken {

    /**
     * Bytes that are no frame. Whatever followed in the same WebSocket message is dropped with them; the next message
     * begins anew.
     *
     * @param why what is wrong, without a word of the content
     * @param ack the id to acknowledge it with, where the header could still be read
     */
    record Broken(String why, Optional<String> ack) implements Received {}
}
