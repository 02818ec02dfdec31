package dev.siteagent.spi;

import java.util.UUID;

/**
 * A backend that can announce that pending work moved, so that the host polls at once and not by the clock.
 *
 * @since 1.0.0
 */
public interface EventSourceBackend extends PendingWorkBackend {
    /**
     * Starts to announce, on threads of its own, until the subscription is closed. Reconnects by itself. A lost
     * announcement is no fault: the host polls by the clock too.
     *
     * @param listener where to announce
     * @return what ends it
     * @throws BackendException when it cannot start
     * @throws InterruptedException when the thread is interrupted
     */
    Subscription listen(Listener listener) throws BackendException, InterruptedException;

    /** Where a backend announces; thread-safe, returns at once. */
    interface Listener {
        /**
         * Tells that the pending work of a resource may have moved.
         *
         * @param resource its UUID
         */
        void moved(UUID resource);
    }

    /** A running announcement. */
    interface Subscription extends AutoCloseable {
        /** Ends it; no announcement comes after. */
        @Override
        void close();
    }
}
