package dev.siteagent.core.waldur;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;

/** The states of an order. */
public enum OrderState {
    /** The customer's organisation has yet to approve. */
    @JsonProperty("pending-consumer")
    PENDING_CONSUMER("pending-consumer"),
    /** The project has yet to start. */
    @JsonProperty("pending-project")
    PENDING_PROJECT("pending-project"),
    /** The order's own start date is yet to come. */
    @JsonProperty("pending-start-date")
    PENDING_START_DATE("pending-start-date"),
    /** The provider, that is the agent, has yet to approve. */
    @JsonProperty("pending-provider")
    PENDING_PROVIDER("pending-provider"),
    /** Approved, to be carried out. */
    @JsonProperty("executing")
    EXECUTING("executing"),
    /** Carried out. */
    @JsonProperty("done")
    DONE("done"),
    /** Failed. */
    @JsonProperty("erred")
    ERRED("erred"),
    /** Withdrawn by the customer. */
    @JsonProperty("canceled")
    CANCELED("canceled"),
    /** Refused by the customer's organisation or the provider. */
    @JsonProperty("rejected")
    REJECTED("rejected"),
    /** A state that this agent does not know, or none in the answer. */
    @JsonEnumDefaultValue
    UNKNOWN("unknown");

    private final String wire;

    OrderState(String wire) {
        this.wire = wire;
    }

    /** Returns the state as Waldur writes it. */
    public String wire() {
        return wire;
    }

    /** Tells whether the order has ended. */
    public boolean terminal() {
        return switch (this) {
            case DONE, ERRED, CANCELED, REJECTED -> true;
            default -> false;
        };
    }
}
