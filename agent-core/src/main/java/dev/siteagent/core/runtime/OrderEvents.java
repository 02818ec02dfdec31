package dev.siteagent.core.runtime;

import dev.siteagent.core.events.EventHandler;
import dev.siteagent.core.events.EventMessage;
import dev.siteagent.core.events.EventMessage.OrderChanged;
import dev.siteagent.core.events.NotYetException;
import dev.siteagent.core.orders.OrderReads;
import dev.siteagent.core.orders.OrderResult;
import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.core.waldur.WaldurRejectedException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the orders that events name to the desk. An event of a state that needs nothing costs no request, nor does one of
 * an order that is in hand: approval and completion by the agent itself make such events. Thread-safe.
 */
final class OrderEvents implements EventHandler {
    private static final Logger log = LoggerFactory.getLogger(OrderEvents.class);

    private final OrderDesk desk;
    private final OrderReads reads;

    OrderEvents(OrderDesk desk, OrderReads reads) {
        this.desk = desk;
        this.reads = reads;
    }

    @Override
    public CompletionStage<?> handle(EventMessage message) throws InterruptedException {
        OrderChanged event = (OrderChanged) message;
        if (!event.needsWork()) {
            return CompletableFuture.completedFuture(null);
        }
        Optional<CompletionStage<OrderResult>> inHand = desk.inHand(event.order());
        return inHand.isPresent() ? settled(inHand.get()) : bring(event);
    }

    private CompletionStage<?> bring(OrderChanged event) throws InterruptedException {
        WaldurOrder order;
        try {
            order = reads.order(event.order());
        } catch (WaldurRejectedException e) {
            if (e.notFound()) {
                log.warn("Waldur has sent an event of order {} and does not have that order.", event.order());
                return CompletableFuture.completedFuture(null);
            }
            throw e;
        }
        return OrderReads.OPEN.contains(order.state())
                ? settled(desk.take(order))
                : CompletableFuture.completedFuture(null);
    }

    /** Fails where something failed that says nothing about the order, so that the event is tried again. */
    private static CompletionStage<?> settled(CompletionStage<OrderResult> end) {
        return end.thenAccept(result -> {
            if (result instanceof OrderResult.Postponed postponed) {
                throw new NotYetException(postponed.reason());
            }
        });
    }
}
