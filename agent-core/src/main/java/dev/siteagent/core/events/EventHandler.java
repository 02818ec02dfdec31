package dev.siteagent.core.events;

import java.util.concurrent.CompletionStage;

/**
 * Turns events of one type into work.
 *
 * @see EventWork
 */
@FunctionalInterface
public interface EventHandler {

    /**
     * Does the work of an event, or begins it and lets it go on by itself. Called on a worker; the next event of the same
     * {@link EventMessage#subject()} is handed over when this returns, or when an {@link EventMessage#ordered() ordered}
     * one has ended. May block, and is interrupted when the agent stops.
     *
     * <p>Events come at least once: the same event may come again after a lost connection or a crash, even when its work
     * was done.
     *
     * @param message the event
     * @return completes when the event may be acknowledged, that is when its work is done or is sure to be taken up in
     *     another way; a failure is logged, and the event tried again while its connection lasts, without end where it is an outage of
     *     Waldur or the backend or a {@link NotYetException}; a cancellation leaves it
     *     to the broker, which hands it out again when the agent next runs
     * @throws InterruptedException when the agent stops; the event will come again
     */
    CompletionStage<?> handle(EventMessage message) throws InterruptedException;
}
