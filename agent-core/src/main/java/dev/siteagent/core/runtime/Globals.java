package dev.siteagent.core.runtime;

import dev.siteagent.core.config.AgentConfiguration;
import java.net.URI;
import java.time.ZoneId;
import java.util.Optional;

/**
 * What a configuration says for all offerings and makes a difference to the work for each.
 *
 * @param timezone the zone whose months are billed
 * @param proxy the proxy for all requests
 * @param reportingPeriods how many months are reported
 * @param exposeBackendErrorDetails whether Waldur is told the details of a failure
 */
record Globals(ZoneId timezone, Optional<URI> proxy, int reportingPeriods, boolean exposeBackendErrorDetails) {
    static Globals of(AgentConfiguration configuration) {
        return new Globals(
                configuration.timezone(),
                configuration.globalProxy(),
                configuration.reportingPeriods(),
                configuration.exposeBackendErrorDetails());
    }

    /** Returns a text without the proxy, whose URL may hold a password. */
    @Override
    public String toString() {
        return "Globals[timezone=" + timezone + ", reportingPeriods=" + reportingPeriods + "]";
    }
}
