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
     * Begins the work of an event. Called on a worker, never for two events of the same {@link EventMessage#subject()} at
     * once; may block, and is interrupted when the agent stops.
     *
     * <p>Events come at least once: the same event may come again after a lost connection or a crash, even when its work
     * was done.
     *
     * @param message the event
     * @return completes when the event may be acknowledged, that is when its work is done or is sure to be taken up in
     *     another way; a failure is logged, and the event tried again while its connection lasts
     * @throws InterruptedException when the agent stops; the event will come again
     */
    CompletionStage<?> handle(EventMessage message) throws InterruptedException;
}
