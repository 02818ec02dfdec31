package dev.siteagent.core.waldur;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;

/** What an order asks for. */
public enum OrderType {
    /** A new resource. */
    @JsonProperty("Create")
    CREATE,
    /** Other limits or another plan. */
    @JsonProperty("Update")
    UPDATE,
    /** The end of a resource. */
    @JsonProperty("Terminate")
    TERMINATE,
    /** A terminated resource again. */
    @JsonProperty("Restore")
    RESTORE,
    /** A type that this agent does not know, or none in the answer. */
    @JsonEnumDefaultValue
    UNKNOWN
}
