package dev.siteagent.core.events.handlers;

import dev.siteagent.spi.BackendException;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** Gives whoever wants to work on a resource a turn, one after the other, when nobody else in the process works on it. */
public interface Turns {

    /** Work on a resource. */
    @FunctionalInterface
    interface Work {
        /** Does it. */
        void run() throws BackendException, InterruptedException;
    }

    /**
     * Does work as soon as its turn comes, in the order of the calls. Returns at once. Thread-safe.
     *
     * @param resource the resource
     * @param work the work
     * @return completes with the work, also when it fails; is cancelled when the agent stops before
     */
    CompletionStage<Void> take(UUID resource, Work work);
}
