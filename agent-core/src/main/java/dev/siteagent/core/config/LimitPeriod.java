package dev.siteagent.core.config;

/** The period that the limit of a component holds for. */
public enum LimitPeriod {
    /** A year. */
    ANNUAL,
    /** A month. */
    MONTH,
    /** Three months. */
    QUARTERLY,
    /** The life of the resource. */
    TOTAL
}
