package dev.siteagent.core.events.stomp;

import java.io.IOException;

/** The other side closed the WebSocket, or broke its rules so that it had to be closed. */
final class WebSocketClosed extends IOException {
    private static final long serialVersionUID = 1L;

    WebSocketClosed(String message) {
        super(message);
    }
}
