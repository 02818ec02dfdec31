package dev.siteagent.core.config;

import java.util.Objects;

/**
 * Where the agent serves its health and metrics.
 *
 * @param bind the address or host name to listen on
 * @param port the TCP port; 0 is off
 */
public record HttpConfiguration(String bind, int port) {
    /** Refuses nulls. */
    public HttpConfiguration {
        Objects.requireNonNull(bind, "bind");
    }
}
