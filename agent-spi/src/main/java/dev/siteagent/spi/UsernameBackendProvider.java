package dev.siteagent.spi;

/**
 * A plugin's named way to give usernames to the users of an offering, registered through {@link java.util.ServiceLoader}
 * and named by {@code username_management_backend}. The rules of {@link BackendProvider} hold.
 *
 * @param <S> the settings class, bound from {@code backend_settings}; keys it lacks are not reported as unknown, since the
 *     resource backend's are in the same section
 * @since 1.0.0
 */
public interface UsernameBackendProvider<S> {
    /** Returns the name, unique in the host; {@code base} is the host's own, which generates nothing. */
    String name();

    /** Returns the settings class, by the rules of {@link BackendProvider#settingsType()}. */
    Class<S> settingsType();

    /**
     * Opens the username backend of one offering.
     *
     * @param context everything the host gives
     * @throws BackendException when it cannot work
     */
    UsernameBackend open(BackendContext<S> context) throws BackendException;
}
