package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.spi.Handle;

/**
 * How a backend's handle is written into an order's {@code backend_id}: behind a prefix that tells it from what other
 * software stores there, with the version of the format.
 */
final class OrderHandle {
    private static final String PREFIX = "site-agent:1:";

    private OrderHandle() {}

    /** Returns the handle that this agent stored with an order; {@link Handle#NONE} when another wrote there, or nobody. */
    static Handle of(WaldurOrder order) {
        String stored = order.backendId();
        if (!stored.startsWith(PREFIX) || stored.length() > PREFIX.length() + Handle.MAX_LENGTH) {
            return Handle.NONE;
        }
        return new Handle(stored.substring(PREFIX.length()));
    }

    /** Returns what to store with the order. */
    static String written(Handle handle) {
        return PREFIX + handle.text();
    }
}
