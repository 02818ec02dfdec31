package dev.siteagent.core.config;

import dev.siteagent.spi.Secret;
import java.net.URI;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A configuration file that can run: at least one of its offerings is good.
 *
 * @param offerings the good ones, in the order of the file, at least one
 * @param disabled the others
 * @param timezone the zone whose months are billed
 * @param globalProxy the proxy for all requests, {@code http://host:port}, maybe with user and password in it
 * @param logLevel the least level that is logged: DEBUG, INFO, WARNING, ERROR or CRITICAL
 * @param logLevels the least level of loggers that have another, by the logger's name
 * @param reportingPeriods how many months are reported, 1 to 12; 1 is the current month alone
 * @param exposeBackendErrorDetails whether Waldur is told the details of a failure and not only a backend's own message
 * @param logShipping how logs are sent to Waldur
 * @param sentryDsn where errors are sent to
 * @param elasticApmServerUrl the server of Elastic APM, kept for the file's sake
 * @param services the good entries of {@code services}
 * @param disabledServices why each of the others cannot run, in one line
 * @param pluginsWatch whether the plugins folder is watched for changes
 * @param http where health and metrics are served
 */
public record AgentConfiguration(
        List<OfferingConfiguration> offerings,
        List<DisabledOffering> disabled,
        ZoneId timezone,
        Optional<URI> globalProxy,
        String logLevel,
        Map<String, String> logLevels,
        int reportingPeriods,
        boolean exposeBackendErrorDetails,
        LogShipping logShipping,
        Optional<Secret> sentryDsn,
        Optional<URI> elasticApmServerUrl,
        List<ServiceConfiguration> services,
        List<String> disabledServices,
        boolean pluginsWatch,
        HttpConfiguration http) {
    /** Copies the lists and refuses nulls. */
    public AgentConfiguration {
        offerings = List.copyOf(offerings);
        disabled = List.copyOf(disabled);
        Objects.requireNonNull(timezone, "timezone");
        Objects.requireNonNull(globalProxy, "globalProxy");
        Objects.requireNonNull(logLevel, "logLevel");
        logLevels = Map.copyOf(logLevels);
        Objects.requireNonNull(logShipping, "logShipping");
        Objects.requireNonNull(sentryDsn, "sentryDsn");
        Objects.requireNonNull(elasticApmServerUrl, "elasticApmServerUrl");
        services = List.copyOf(services);
        disabledServices = List.copyOf(disabledServices);
        Objects.requireNonNull(http, "http");
    }

    /**
     * Returns what serves one offering and nothing else: no service, and no logs sent to Waldur.
     *
     * @param offering the offering
     */
    public AgentConfiguration serving(OfferingConfiguration offering) {
        return new AgentConfiguration(
                List.of(offering),
                List.of(),
                timezone,
                globalProxy,
                logLevel,
                logLevels,
                reportingPeriods,
                exposeBackendErrorDetails,
                new LogShipping(
                        false, logShipping.shipIntervalSeconds(), logShipping.bufferSizeMb(), logShipping.logLevel()),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                false,
                http);
    }

    /** Returns a text without the URLs, which may hold passwords. */
    @Override
    public String toString() {
        return "AgentConfiguration[offerings=" + offerings + ", disabled=" + disabled + ", timezone=" + timezone
                + ", logLevel=" + logLevel + ", logLevels=" + logLevels + ", services=" + services + ", http=" + http
                + "]";
    }
}
