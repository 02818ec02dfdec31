package dev.siteagent.spi;

/**
 * The entry point of a plugin: a named kind of backend, registered through {@link java.util.ServiceLoader}.
 *
 * <p>The host creates one instance a plugin with the public no-argument constructor, when the plugin starts, and keeps
 * it; a constructor does no work and reaches no network. A provider is thread-safe.
 *
 * <p>A provider whose machines can serve a bridge implements {@link MachinesProvider} as well.
 *
 * @param <S> the settings class, bound from {@code backend_settings}
 * @since 1.0.0
 */
public interface BackendProvider<S> {
    /**
     * Returns the name that {@code backend_type} and the {@code …_backend} keys use: lower case letters, digits, {@code -}
     * and {@code _}. Unique in the host: a plugin with a name that is taken is refused.
     */
    String name();

    /**
     * Returns the class that {@code backend_settings} is bound to and validated against: a record, or a bean with a
     * no-argument constructor and setters. Keys are the component names in snake case (see {@link Setting}); a setting
     * the file lacks is null (records may replace it in their canonical constructor) or keeps the bean's default.
     * Supported types: strings, numbers, booleans, enums, {@link Secret}, {@link java.net.URI}, {@link
     * java.time.Duration} (ISO-8601), {@link java.util.Optional}, lists, sets, string-keyed maps, and nested records.
     * Constraints of Jakarta Validation are checked; with the payload {@link Warning} they only warn. The settings that
     * every backend has (see {@link CommonSettings}) are bound apart and need no component here.
     */
    Class<S> settingsType();

    /**
     * Returns the class that the plugin's own keys of every entry of {@code backend_components} are bound to, by the rules
     * of {@link #settingsType()}; reached by {@link Component#settings}.
     */
    default Class<?> componentSettingsType() {
        return NoSettings.class;
    }

    /**
     * Opens the backend of one offering. Called once an offering at start and again after its configuration changed; the
     * host keeps what it gets and closes it at the end.
     *
     * <p>Checks what can be checked without the network and fails for what can never work (a blank token). Reaching the
     * remote side is for {@link ResourceBackend#ping()}: an outage at start must not disable an offering.
     *
     * <p>Declare the backend's own class as the return type: by it {@code site-agent plugins list} tells capabilities
     * without opening anything.
     *
     * @param context everything the host gives, validated
     * @return the backend, not null
     * @throws BackendException when the offering cannot work; it is disabled with the message
     */
    ResourceBackend open(BackendContext<S> context) throws BackendException;
}
