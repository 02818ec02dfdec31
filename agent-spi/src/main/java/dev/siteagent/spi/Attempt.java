package dev.siteagent.spi;

import java.util.Objects;

/**
 * One result of a bulk action.
 *
 * @param <T> what success yields
 * @since 1.0.0
 */
public sealed interface Attempt<T> {
    /**
     * It went well.
     *
     * @param value what it yields
     * @param <T> what success yields
     */
    record Succeeded<T>(T value) implements Attempt<T> {
        /** Refuses null. */
        public Succeeded {
            Objects.requireNonNull(value, "value");
        }
    }

    /**
     * It failed; the others are not concerned.
     *
     * @param why what went wrong
     * @param <T> what success yields
     */
    record Failed<T>(BackendException why) implements Attempt<T> {
        /** Refuses null. */
        public Failed {
            Objects.requireNonNull(why, "why");
        }
    }
}
