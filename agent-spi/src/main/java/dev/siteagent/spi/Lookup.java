package dev.siteagent.spi;

import java.util.Objects;

/**
 * One result of a bulk read.
 *
 * @param <T> what was looked for
 * @since 1.0.0
 */
public sealed interface Lookup<T> {
    /**
     * It is there.
     *
     * @param value what was found
     * @param <T> what was looked for
     */
    record Present<T>(T value) implements Lookup<T> {
        /** Refuses null. */
        public Present {
            Objects.requireNonNull(value, "value");
        }
    }

    /**
     * The remote side answered that it is not there.
     *
     * @param reason what an operator should know: when and where it was missed, what to do about it
     * @param <T> what was looked for
     */
    record Absent<T>(String reason) implements Lookup<T> {
        /** Refuses null. */
        public Absent {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /**
     * It could not be told.
     *
     * @param why what went wrong
     * @param <T> what was looked for
     */
    record Failed<T>(BackendException why) implements Lookup<T> {
        /** Refuses null. */
        public Failed {
            Objects.requireNonNull(why, "why");
        }
    }
}
