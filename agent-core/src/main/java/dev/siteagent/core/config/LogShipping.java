package dev.siteagent.core.config;

import java.util.Objects;

/**
 * How the agent sends its own logs to Waldur.
 *
 * @param enabled whether it does
 * @param shipIntervalSeconds seconds between two shipments, at least 10
 * @param bufferSizeMb the most that is kept in memory meanwhile, in MiB, at least 1
 * @param logLevel the least level that is sent: DEBUG, INFO, WARNING, ERROR or CRITICAL
 */
public record LogShipping(boolean enabled, int shipIntervalSeconds, int bufferSizeMb, String logLevel) {
    /** Refuses nulls. */
    public LogShipping {
        Objects.requireNonNull(logLevel, "logLevel");
    }
}
