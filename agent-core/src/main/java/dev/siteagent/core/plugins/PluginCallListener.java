package dev.siteagent.core.plugins;

import java.time.Duration;

/**
 * Hears of every call of a plugin that can fail as a backend does, for metrics. Called on the calling thread; must be
 * quick, thread-safe and not throw.
 */
@FunctionalInterface
public interface PluginCallListener {
    /** Hears nothing. */
    PluginCallListener NONE = (plugin, operation, outcome, took) -> {};

    /** How a call ended, in the words of the SPI's failures. */
    enum Outcome {
        /** It returned. */
        OK,
        /** The backend is not ready yet. */
        NOT_READY,
        /** A failure that may pass. */
        TRANSIENT,
        /** A failure that lasts. */
        PERMANENT,
        /** The host gave it up. */
        INTERRUPTED,
        /** It threw what the SPI does not allow for: a fault of the plugin. */
        FAULT
    }

    /**
     * A call begins.
     *
     * @param plugin the plugin's id
     * @param operation the hook
     * @return run when the call has come back, whatever came of it; not at all while it has not
     */
    default Runnable begins(String plugin, String operation) {
        return () -> {};
    }

    /**
     * A call ended.
     *
     * @param plugin the plugin's id
     * @param operation the hook, such as {@code createResource}
     * @param outcome how it ended; many answers for many resources are one call that returned
     * @param took how long it took
     */
    void called(String plugin, String operation, Outcome outcome, Duration took);
}
