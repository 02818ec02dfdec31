package dev.siteagent.core.events.stomp;

/**
 * A message off a WebSocket, text or binary alike.
 *
 * @param start its bytes, as far as the limit allows to keep them; not copied
 * @param length how many bytes it had
 */
record WebSocketMessage(byte[] start, long length) {

    /** Makes a message that was kept whole. */
    static WebSocketMessage whole(byte[] bytes) {
        return new WebSocketMessage(bytes, bytes.length);
    }

    /** Tells whether bytes over the limit were thrown away. */
    boolean isCut() {
        return length > start.length;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public String toString() {
        return "message of " + length + " bytes";
    }
}
