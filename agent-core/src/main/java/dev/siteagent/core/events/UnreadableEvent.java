package dev.siteagent.core.events;

/** An event's body is not what its type demands. The message says what is wrong and quotes nothing of the body. */
final class UnreadableEvent extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableEvent(String message) {
        super(message);
    }
}
