package dev.siteagent.hobbyfarm.model;

/**
 * Nothing can go on until somebody changes an object in the cluster or something at the cloud. The message names it and
 * what to change; the work is taken up when that object changes, and tried again after minutes, since nothing tells of
 * changes at the cloud.
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
