package dev.siteagent.core.config;

import java.util.Map;
import java.util.Objects;

/**
 * The settings of one offering for one backend, bound to that backend's own classes.
 *
 * @param settings an instance of the provider's settings class
 * @param componentSettings for each component of the file by its type, an instance of the provider's component settings
 *     class; empty for a username backend
 * @param raw {@code backend_settings} as written, values as YAML 1.1 reads them (null, String, Boolean, Integer, Long,
 *     BigInteger, Double, List, Map); what must not be shown is a {@link dev.siteagent.spi.Secret}: values from the
 *     environment or a file, values of keys that sound secret, and settings of the type {@code Secret}
 */
public record BackendBinding(Object settings, Map<String, Object> componentSettings, Map<String, Object> raw) {
    /** Refuses nulls. */
    public BackendBinding {
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(raw, "raw");
        componentSettings = Map.copyOf(componentSettings);
    }

    /** Returns a text without the settings, which may hold secrets. */
    @Override
    public String toString() {
        return "BackendBinding[settings=" + settings.getClass().getSimpleName() + ", hidden]";
    }
}
