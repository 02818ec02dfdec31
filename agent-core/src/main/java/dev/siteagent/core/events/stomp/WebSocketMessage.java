package dev.siteagent.core.events.stomp;

/** A message off a WebSocket, text or binary alike. */
final class WebSocketMessage {
    private final byte[] start;
    private final long length;

    /**
     * Makes a message.
     *
     * @param start its bytes, as far as the limit allows to keep them; not copied
     * @param length how many bytes it had
     */
    WebSocketMessage(byte[] start, long length) {
        this.start = start;
        this.length = length;
    }

    /** Returns the bytes that were kept. */
    byte[] start() {
        return start;
    }

    /** Returns how many bytes it had. */
    long length() {
        return length;
    }

    /** Tells whether bytes over the limit were thrown away. */
    boolean isCut() {
        return length > start.length;
    }
}
