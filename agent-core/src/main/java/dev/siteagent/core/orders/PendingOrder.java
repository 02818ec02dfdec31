package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.spi.PendingWork;
import java.util.Objects;

/**
 * An order whose work the backend has begun and not finished. Its handle, if any, is stored in Waldur.
 *
 * @param order the order, executing
 * @param known the resource as Waldur has it
 * @param work what the backend is to be asked about
 */
public record PendingOrder(WaldurOrder order, WaldurResource known, PendingWork work) {
    /** Refuses nulls. */
    public PendingOrder {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(known, "known");
        Objects.requireNonNull(work, "work");
    }
}
