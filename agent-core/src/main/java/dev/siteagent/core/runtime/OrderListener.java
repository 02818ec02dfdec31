package dev.siteagent.core.runtime;

import dev.siteagent.core.orders.OrderResult;
import java.time.Duration;
import java.util.List;

/** Hears what becomes of orders and cycles, for metrics. Called on the desks' threads; must be quick and not throw. */
public interface OrderListener extends CycleListener {
    /** Hears nothing. */
    OrderListener NONE = new OrderListener() {
        @Override
        public void ended(String offering, OrderResult result, Duration took) {}

        @Override
        public void cycle(String offering, Mode mode, boolean good, Duration took) {}

        @Override
        public void retrying(String offering) {}

        @Override
        public void depth(String offering, int waiting, int queued, int active) {}

        @Override
        public void inHand(String offering, int number, List<OrderInHand> orders) {}
    };

    /**
     * An order left the agent's hands: ended, or left to the next cycle.
     *
     * @param offering the offering's name
     * @param result what became of it
     * @param took the time since the agent took it up
     */
    void ended(String offering, OrderResult result, Duration took);

    /** An order is about to be tried again within the cycle. */
    void retrying(String offering);

    /**
     * How many orders are in the agent's hands.
     *
     * @param offering the offering's name
     * @param waiting orders that the backend works on
     * @param queued orders that wait for their turn
     * @param active orders that are worked on now
     */
    void depth(String offering, int waiting, int queued, int active);

    /**
     * Which orders are in the agent's hands; told about once a second, and when there are none any more.
     *
     * @param offering the offering's name
     * @param number how many there are
     * @param orders the first hundred of them, the oldest first
     */
    void inHand(String offering, int number, List<OrderInHand> orders);

    /** Returns a listener that tells another one, too. */
    default OrderListener and(OrderListener other) {
        OrderListener first = this;
        return new OrderListener() {
            @Override
            public void ended(String offering, OrderResult result, Duration took) {
                first.ended(offering, result, took);
                other.ended(offering, result, took);
            }

            @Override
            public void cycle(String offering, Mode mode, boolean good, Duration took) {
                first.cycle(offering, mode, good, took);
                other.cycle(offering, mode, good, took);
            }

            @Override
            public void retrying(String offering) {
                first.retrying(offering);
                other.retrying(offering);
            }

            @Override
            public void depth(String offering, int waiting, int queued, int active) {
                first.depth(offering, waiting, queued, active);
                other.depth(offering, waiting, queued, active);
            }

            @Override
            public void inHand(String offering, int number, List<OrderInHand> orders) {
                first.inHand(offering, number, orders);
                other.inHand(offering, number, orders);
            }
        };
    }
}
