package dev.siteagent.core.config;

import java.util.Map;
import java.util.Objects;

/**
 * One entry of {@code services}.
 *
 * @param type the type of the service, in lower case
 * @param settings an instance of {@link dev.siteagent.spi.AgentServiceProvider#settingsType()}
 * @param raw the entry as written, by the rules of {@link BackendBinding#raw()}
 * @param fingerprint tells whether the entry says the same as another one
 */
public record ServiceConfiguration(String type, Object settings, Map<String, Object> raw, Fingerprint fingerprint) {
    /** Refuses nulls. */
    public ServiceConfiguration {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(raw, "raw");
        Objects.requireNonNull(fingerprint, "fingerprint");
    }

    /** Returns a text without the settings, which may hold secrets. */
    @Override
    public String toString() {
        return "ServiceConfiguration[type=" + type + ", settings=hidden]";
    }
}
