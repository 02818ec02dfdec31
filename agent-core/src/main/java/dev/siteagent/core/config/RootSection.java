package dev.siteagent.core.config;

import dev.siteagent.spi.Secret;
import dev.siteagent.spi.Setting;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.time.ZoneId;
import java.util.Map;

/** The top of the file. A setting that is missing or empty has its default. */
record RootSection(
        @NotNull @Setting(description = "a list with an entry for each offering")
        Node offerings,

        @Setting(description = "where errors are sent") @HttpUrl
        Secret sentryDsn,

        @Setting(description = "accepted for the file of the Python agent; without effect") @HttpUrl
        URI elasticApmServerUrl,

        @Setting(description = "the zone whose months are billed")
        ZoneId timezone,

        @Setting(
                description =
                        "proxy for requests to Waldur and to clouds, not for events; such as http://proxy.example.com:3128")
        @HttpUrl(schemes = "http", message = "must be the URL of a proxy that begins with http:// and names a host")
        URI globalProxy,

        @Setting(description = "the least level that is logged")
        LogLevel logLevel,

        @Setting(description = "levels of parts of the log, such as {orders: DEBUG}")
        Map<String, LogLevel> logLevels,

        @Setting(description = "how many months are reported; 1 is the current month alone") @Min(1) @Max(12)
        Integer reportingPeriods,

        @Setting(description = "tell Waldur the details of a failure, not only the message that a backend meant for it")
        Boolean exposeBackendErrorDetails,

        @Valid LogShippingSection logShipping,

        @Setting(description = "a list of agent services, each with type and its own settings")
        Node services,

        PluginsSection plugins,
        @Valid HttpSection http) {
    RootSection {
        sentryDsn = sentryDsn == null || sentryDsn.isBlank() ? null : sentryDsn;
        elasticApmServerUrl = Urls.orNull(elasticApmServerUrl);
        globalProxy = Urls.orNull(globalProxy);
        timezone = timezone == null ? ZoneId.of("UTC") : timezone;
        logLevel = logLevel == null ? LogLevel.INFO : logLevel;
        logLevels = logLevels == null ? Map.of() : logLevels;
        reportingPeriods = reportingPeriods == null ? 2 : reportingPeriods;
        exposeBackendErrorDetails = exposeBackendErrorDetails == null || exposeBackendErrorDetails;
        logShipping = logShipping == null ? new LogShippingSection(null, null, null, null) : logShipping;
        plugins = plugins == null ? new PluginsSection(false) : plugins;
        http = http == null ? new HttpSection(null, 0) : http;
    }

    /** Shipping of logs to Waldur. */
    record LogShippingSection(
            @Setting(description = "send the log to Waldur") Boolean enabled,

            @Setting(description = "seconds between two shipments") @Min(10)
            Integer shipIntervalSeconds,

            @Setting(description = "the most that is kept in memory meanwhile, in MiB") @Min(1)
            Integer bufferSizeMb,

            @Setting(description = "the least level that is sent")
            LogLevel logLevel) {
        LogShippingSection {
            enabled = enabled != null && enabled;
            shipIntervalSeconds = shipIntervalSeconds == null ? 60 : shipIntervalSeconds;
            bufferSizeMb = bufferSizeMb == null ? 1 : bufferSizeMb;
            logLevel = logLevel == null ? LogLevel.WARNING : logLevel;
        }

        LogShipping toLogShipping() {
            return new LogShipping(enabled, shipIntervalSeconds, bufferSizeMb, logLevel.name());
        }
    }

    /** How plugins are loaded. */
    record PluginsSection(
            @Setting(description = "look for changes of the plugins folder")
            boolean watch) {}

    /** Where health and metrics are served. */
    record HttpSection(
            @Setting(description = "address or host name to listen on") @NotBlank
            String bind,

            @Setting(description = "TCP port for health and metrics; 0 is off") @Min(0) @Max(65535)
            int port) {
        HttpSection {
            bind = bind == null ? "127.0.0.1" : bind;
        }
    }
}
