package dev.siteagent.core.waldur;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;

/** The states of a user at an offering. */
public enum OfferingUserState {
    /** An account is wanted. */
    @JsonProperty("Requested")
    REQUESTED("Requested"),
    /** The account is being made. */
    @JsonProperty("Creating")
    CREATING("Creating"),
    /** The user must first link an account. */
    @JsonProperty("Pending account linking")
    PENDING_ACCOUNT_LINKING("Pending account linking"),
    /** The user must first be validated. */
    @JsonProperty("Pending additional validation")
    PENDING_ADDITIONAL_VALIDATION("Pending additional validation"),
    /** The account is there. */
    @JsonProperty("OK")
    OK("OK"),
    /** The account could not be made. */
    @JsonProperty("Error creating")
    ERROR_CREATING("Error creating"),
    /** The account is to go. */
    @JsonProperty("Requested deletion")
    REQUESTED_DELETION("Requested deletion"),
    /** The account is being removed. */
    @JsonProperty("Deleting")
    DELETING("Deleting"),
    /** The account is gone. */
    @JsonProperty("Deleted")
    DELETED("Deleted"),
    /** The account could not be removed. */
    @JsonProperty("Error deleting")
    ERROR_DELETING("Error deleting"),
    /** A state that this agent does not know. */
    @JsonEnumDefaultValue
    UNKNOWN("unknown");

    private final String wire;

    OfferingUserState(String wire) {
        this.wire = wire;
    }

    /** Returns the state as Waldur writes it. */
    public String wire() {
        return wire;
    }
}
