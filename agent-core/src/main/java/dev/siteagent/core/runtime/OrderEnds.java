package dev.siteagent.core.runtime;

import dev.siteagent.core.orders.OrderResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** What becomes of the orders in a desk's hands, for those who wait for it. Thread-safe. */
final class OrderEnds {
    private final Map<UUID, CompletableFuture<OrderResult>> ends = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** Expects an order that is about to be taken up; the same end for all who ask until it is there. */
    CompletionStage<OrderResult> expect(UUID order) {
        CompletableFuture<OrderResult> end = ends.computeIfAbsent(order, uuid -> new CompletableFuture<>());
        if (closed) {
            cancel(end);
        }
        return end;
    }

    /** Returns the end of an order that is expected already. */
    Optional<CompletionStage<OrderResult>> of(UUID order) {
        return Optional.ofNullable(ends.get(order));
    }

    /** Tells those who wait what became of an order. */
    void ended(OrderResult result) {
        CompletableFuture<OrderResult> end = ends.remove(result.order().uuid());
        if (end != null) {
            end.complete(result);
        }
    }

    /** Tells those who still wait that nothing will come. */
    void close() {
        closed = true;
        List.copyOf(ends.values()).forEach(OrderEnds::cancel);
    }

    private static void cancel(CompletableFuture<OrderResult> end) {
        end.completeExceptionally(new CancellationException("the agent stops"));
    }
}
