package dev.siteagent.spi;

/**
 * A plugin's long-running service inside the host, registered through {@link java.util.ServiceLoader}, configured under
 * {@code services:} by its {@code type}. A bridge from another system to the loaded backends is one.
 *
 * @param <S> the settings class, bound from the service's section by the rules of {@link BackendProvider#settingsType()}
 * @since 1.0.0
 */
public interface AgentServiceProvider<S> {
    /** Returns the type, unique in the host. */
    String type();

    /** Returns the settings class. */
    Class<S> settingsType();

    /**
     * Starts one service. Returns soon; work goes on in threads of the service. Called again with back-off when it fails
     * for now.
     *
     * @param context everything the host gives
     * @return the running service
     * @throws BackendException when it cannot run: for good, or for now
     * @throws InterruptedException when the thread is interrupted
     */
    AgentService start(AgentServiceContext<S> context) throws BackendException, InterruptedException;
}
