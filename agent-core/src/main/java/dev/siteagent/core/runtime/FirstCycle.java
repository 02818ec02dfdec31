package dev.siteagent.core.runtime;

import dev.siteagent.core.orders.OrderResult;
import java.time.Duration;
import java.util.List;

/** Starts what is to follow the first cycle of a desk, and passes on what it hears. */
final class FirstCycle implements OrderListener {
    private final OrderListener next;
    private Runnable begun = () -> {};
    private Runnable good = () -> {};

    /**
     * Listens for nothing yet.
     *
     * @param next who hears all the same
     */
    FirstCycle(OrderListener next) {
        this.next = next;
    }

    /** Sets what to start once a cycle has begun, or has failed to; before the desk runs. */
    void whenBegun(Runnable start) {
        begun = start;
    }

    /** Sets what to start once a cycle has begun well; before the desk runs. */
    void whenGood(Runnable start) {
        good = start;
    }

    @Override
    public void cycle(String offering, Mode mode, boolean wasGood, Duration took) {
        next.cycle(offering, mode, wasGood, took);
        begun.run();
        begun = () -> {};
        if (wasGood) {
            good.run();
            good = () -> {};
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
