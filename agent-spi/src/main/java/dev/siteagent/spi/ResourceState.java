package dev.siteagent.spi;

/**
 * The state of a resource in Waldur.
 *
 * @since 1.0.0
 */
public enum ResourceState {
    /** A create order is under way. */
    CREATING,
    /** In service. */
    OK,
    /** Something failed; Waldur shows why. */
    ERRED,
    /** An update order is under way. */
    UPDATING,
    /** A terminate order is under way. */
    TERMINATING,
    /** Gone. */
    TERMINATED,
    /** A state that this version of the agent does not know. */
    UNKNOWN
}
