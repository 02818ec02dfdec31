package dev.siteagent.spi;

import java.time.Duration;
import java.util.Objects;

/**
 * A running service of a plugin.
 *
 * @since 1.0.0
 */
public interface AgentService extends AutoCloseable {
    /** Returns how it fares, from memory, for health checks; no request is made. */
    Health health();

    /**
     * Stops taking work and waits for what runs.
     *
     * @param grace the longest wait; what still runs then is interrupted
     * @throws InterruptedException when the thread is interrupted
     */
    void stop(Duration grace) throws InterruptedException;

    /** Releases what is left; called once after {@link #stop}; throws nothing. */
    @Override
    void close();

    /**
     * How a service fares.
     *
     * @param healthy whether it does its work
     * @param text what an operator should know
     */
    record Health(boolean healthy, String text) {
        /** Refuses null. */
        public Health {
            Objects.requireNonNull(text, "text");
        }
    }
}
