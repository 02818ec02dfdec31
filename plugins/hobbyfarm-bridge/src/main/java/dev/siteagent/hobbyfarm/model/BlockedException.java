package dev.siteagent.hobbyfarm.model;

/**
 * Nothing can go on until somebody changes an object in the cluster. The message names the object and what to change; the
 * work is taken up when that object changes.
 */
public final class BlockedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    /**
     * A block.
     *
     * @param reason one word, for conditions and events
     * @param message which object, what is wrong with it, and what to do
     */
    public BlockedException(String reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Returns the reason in one word. */
    public String reason() {
        return reason;
    }
}
