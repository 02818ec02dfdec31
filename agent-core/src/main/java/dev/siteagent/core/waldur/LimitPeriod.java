package dev.siteagent.core.waldur;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;

/** The period a limit is for. */
public enum LimitPeriod {
    /** A month. */
    @JsonProperty("month")
    MONTH,
    /** A quarter of a year. */
    @JsonProperty("quarterly")
    QUARTERLY,
    /** A year. */
    @JsonProperty("annual")
    ANNUAL,
    /** The whole life of the resource. */
    @JsonProperty("total")
    TOTAL,
    /** A period that this agent does not know. */
    @JsonEnumDefaultValue
    UNKNOWN
}
