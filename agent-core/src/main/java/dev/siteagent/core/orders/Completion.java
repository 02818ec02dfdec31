package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.OrderState;
import dev.siteagent.core.waldur.Orders;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import java.util.Optional;

/**
 * Ends an order in Waldur, as done or as erred. Looks at the order first and, when an answer was lost, again; so an order
 * that somebody ended meanwhile is noticed, and a write that took effect counts. Thread-safe.
 */
final class Completion {
    private final Orders orders;
    private final OrderReads reads;

    Completion(Orders orders, OrderReads reads) {
        this.orders = orders;
        this.reads = reads;
    }

    /** Sets an order as done whose work is done. */
    OrderResult done(WaldurOrder order, Optional<String> backendId) throws InterruptedException {
        OrderState now;
        try {
            now = reads.state(order.uuid());
        } catch (WaldurRejectedException e) {
            // Nothing is wrong with the work; what Waldur has against showing the order may pass.
            return new OrderResult.Postponed(
                    order, "its state cannot be read: " + e.getMessage(), false, Optional.empty());
        }
        if (now == OrderState.EXECUTING) {
            now = end(order, OrderState.DONE, () -> orders.setStateDone(order.uuid()));
        }
        return now == OrderState.DONE
                ? new OrderResult.Done(order, backendId)
                : new OrderResult.Overtaken(order, now, backendId);
    }

    /** Sets an order as erred. */
    OrderResult erred(WaldurOrder order, String message, String trace, Optional<String> backendId)
            throws InterruptedException {
        OrderState now = end(order, OrderState.ERRED, () -> orders.setStateErred(order.uuid(), message, trace));
        return now == OrderState.ERRED
                ? new OrderResult.Erred(order, message)
                : new OrderResult.Overtaken(order, now, backendId);
    }

    /** Moves an order and returns the state it is in after that; throws what went wrong if it has not moved. */
    private OrderState end(WaldurOrder order, OrderState wanted, Move move) throws InterruptedException {
        try {
            move.send();
            return wanted;
        } catch (WaldurRejectedException e) {
            return movedAllTheSame(order, e);
        } catch (WaldurUnavailableException e) {
            if (!e.mayHaveTakenEffect()) {
                throw e;
            }
            return movedAllTheSame(order, e);
        }
    }

    private OrderState movedAllTheSame(WaldurOrder order, WaldurException why) throws InterruptedException {
        OrderState now = reads.state(order.uuid());
        if (!now.terminal()) {
            throw why;
        }
        return now;
    }

    @FunctionalInterface
    private interface Move {
        void send() throws InterruptedException;
    }
}
