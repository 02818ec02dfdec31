package dev.siteagent.core.demo;

import dev.siteagent.sandbox.waldur.OrderSnapshot;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Knows when orders end. Thread-safe. */
final class OrderNews implements Consumer<OrderSnapshot> {
    private final Map<UUID, CountDownLatch> ends = new ConcurrentHashMap<>();

    @Override
    public void accept(OrderSnapshot order) {
        if (order.state().ended()) {
            end(order.uuid()).countDown();
        }
    }

    /** Waits for the end of an order; returns false when it did not come within the time. */
    boolean await(UUID order, long time, TimeUnit unit) throws InterruptedException {
        return end(order).await(time, unit);
    }

    private CountDownLatch end(UUID order) {
        return ends.computeIfAbsent(order, unknown -> new CountDownLatch(1));
    }
}
