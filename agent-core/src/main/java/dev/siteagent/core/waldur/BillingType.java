package dev.siteagent.core.waldur;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;

/** How a component is charged. */
public enum BillingType {
    /** A monthly price. */
    @JsonProperty("fixed")
    FIXED,
    /** By what was used. */
    @JsonProperty("usage")
    USAGE,
    /** By what was reserved. */
    @JsonProperty("limit")
    LIMIT,
    /** Once, at activation. */
    @JsonProperty("one")
    ONE,
    /** Once, at a change of plan. */
    @JsonProperty("few")
    FEW,
    /** A type that this agent does not know, or none in the answer. */
    @JsonEnumDefaultValue
    UNKNOWN
}
