package dev.siteagent.core.runtime;

import dev.siteagent.core.orders.OrderResult;
import java.time.Duration;
import java.util.List;

/** Starts something once a desk has begun its first good cycle, and passes on what it hears. */
final class FirstCycle implements OrderListener {
    private final OrderListener next;
    private Runnable then = () -> {};

    /**
     * Listens for nothing yet.
     *
     * @param next who hears all the same
     */
    FirstCycle(OrderListener next) {
        this.next = next;
    }

    /** Sets what to start; before the desk runs. */
    void then(Runnable start) {
        then = start;
    }

    @Override
    public void cycle(String offering, Mode mode, boolean good, Duration took) {
        next.cycle(offering, mode, good, took);
        if (good) {
            then.run();
            then = () -> {};
        }
    }

    @Override
    public void ended(String offering, OrderResult result, Duration took) {
        next.ended(offering, result, took);
    }

    @Override
    public void retrying(String offering) {
        next.retrying(offering);
    }

    @Override
    public void depth(String offering, int waiting, int queued, int active) {
        next.depth(offering, waiting, queued, active);
    }

    @Override
    public void inHand(String offering, int number, List<OrderInHand> orders) {
        next.inHand(offering, number, orders);
    }
}
