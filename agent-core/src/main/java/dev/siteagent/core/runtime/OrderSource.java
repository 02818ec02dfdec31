package dev.siteagent.core.runtime;

import dev.siteagent.core.orders.OrderProcessor;
import dev.siteagent.core.waldur.WaldurOrder;
import java.util.List;

/** Begins cycles of orders for a desk. */
interface OrderSource {
    /**
     * Begins a cycle: sees to it that the backend is open and healthy, and lists what is to be done.
     *
     * @return what the cycle has to work on, or why there is none
     */
    Cycle begin() throws InterruptedException;

    /** What a cycle begins with. */
    sealed interface Cycle {
        /**
         * Orders.
         *
         * @param processor who carries them out, from now on also those of earlier cycles
         * @param orders the open orders, the oldest first
         */
        record Orders(OrderProcessor processor, List<WaldurOrder> orders) implements Cycle {}

        /**
         * Nothing this time.
         *
         * @param reason why
         * @param failed whether something failed; else the backend just is not ready
         */
        record Skipped(String reason, boolean failed) implements Cycle {}

        /**
         * Nothing as long as the process runs, since the backend refuses to.
         *
         * @param reason why
         */
        record Disabled(String reason) implements Cycle {}
    }
}
