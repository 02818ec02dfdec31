package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.Resource;

/** How one type of order begins, or goes on after the agent died: asks the backend, writes nothing to Waldur. */
interface OrderWork {
    /**
     * Begins.
     *
     * @param order the order, executing
     * @param known the resource as Waldur has it now
     * @throws BackendException when the backend could not do it
     */
    Begun begin(WaldurOrder order, WaldurResource known) throws BackendException, InterruptedException;

    /**
     * Describes work that was begun before the agent died and left a handle.
     *
     * @param order the order, executing
     * @param known the resource as Waldur has it now
     * @param handle what the backend wanted to remember
     */
    PendingWork remembered(WaldurOrder order, WaldurResource known, Handle handle) throws InterruptedException;

    /**
     * Work that the backend was asked for.
     *
     * @param kind what it was asked for
     * @param resource the resource as a later poll is to know it
     * @param outcome its answer
     */
    record Begun(PendingWork.Kind kind, Resource resource, Outcome outcome) {}
}
