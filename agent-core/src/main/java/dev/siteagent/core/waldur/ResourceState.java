package dev.siteagent.core.waldur;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;

/** The states of a resource. */
public enum ResourceState {
    /** Ordered, not yet made. */
    @JsonProperty("Creating")
    CREATING("Creating"),
    /** In use. */
    @JsonProperty("OK")
    OK("OK"),
    /** Something failed. */
    @JsonProperty("Erred")
    ERRED("Erred"),
    /** An update is under way. */
    @JsonProperty("Updating")
    UPDATING("Updating"),
    /** A termination is under way. */
    @JsonProperty("Terminating")
    TERMINATING("Terminating"),
    /** Gone. */
    @JsonProperty("Terminated")
    TERMINATED("Terminated"),
    /** A state that this agent does not know, or none in the answer. */
    @JsonEnumDefaultValue
    UNKNOWN("unknown");

    private final String wire;

    ResourceState(String wire) {
        this.wire = wire;
    }

    /** Returns the state as Waldur writes it. */
    public String wire() {
        return wire;
    }
}
