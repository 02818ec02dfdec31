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

        @HttpUrl Secret sentryDsn,
        @HttpUrl URI elasticApmServerUrl,
        ZoneId timezone,

        @HttpUrl(schemes = "http", message = "must be the URL of a proxy that begins with http:// and names a host")
        URI globalProxy,

        LogLevel logLevel,
        Map<String, LogLevel> logLevels,
        @Min(1) @Max(12) Integer reportingPeriods,
        Boolean exposeBackendErrorDetails,
        @Valid LogShippingSection logShipping,
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
            Boolean enabled,
            @Min(10) Integer shipIntervalSeconds,
            @Min(1) Integer bufferSizeMb,
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
    record PluginsSection(boolean watch) {}

    /** Where health and metrics are served. */
    record HttpSection(
            @NotBlank String bind, @Min(0) @Max(65535) int port) {
        HttpSection {
            bind = bind == null ? "127.0.0.1" : bind;
        }
    }
}
