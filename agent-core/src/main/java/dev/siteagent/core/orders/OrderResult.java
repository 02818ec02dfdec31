package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.OrderState;
import dev.siteagent.core.waldur.WaldurOrder;
import java.time.Duration;
import java.util.Optional;

/** What became of an order in one go at it. */
public sealed interface OrderResult {
    /** Returns the order as it was last read. */
    WaldurOrder order();

    /**
     * The order is done in Waldur.
     *
     * @param order the order
     * @param backendId the resource's id on the backend; empty when it has none, or none any more
     */
    record Done(WaldurOrder order, Optional<String> backendId) implements OrderResult {}

    /**
     * The backend's work takes time; the order stays executing and is polled.
     *
     * @param pending what to poll
     * @param pollAfter the pause before the next poll, more than 0
     * @param step what it waits for, for people
     */
    record Waiting(PendingOrder pending, Duration pollAfter, String step) implements OrderResult {
        @Override
        public WaldurOrder order() {
            return pending.order();
        }
    }

    /**
     * The backend refused the order before work began, and the order is rejected.
     *
     * @param order the order
     * @param reason why, as the customer reads it
     */
    record Rejected(WaldurOrder order, String reason) implements OrderResult {}

    /**
     * The order failed for good, and Waldur says so.
     *
     * @param order the order
     * @param message what the customer reads
     */
    record Erred(WaldurOrder order, String message) implements OrderResult {}

    /**
     * The work is done, but the order was cancelled or ended by somebody else meanwhile.
     *
     * @param order the order
     * @param now the state it was found in
     * @param backendId the machine that exists all the same; empty when there is none
     */
    record Overtaken(WaldurOrder order, OrderState now, Optional<String> backendId) implements OrderResult {}

    /**
     * Something failed that says nothing about the order, which is as it was.
     *
     * @param order the order
     * @param reason what failed
     * @param soon whether a repeat within the cycle may help; else the next cycle tries again
     * @param retryAfter the least pause before a repeat, where the other side demands one
     */
    record Postponed(WaldurOrder order, String reason, boolean soon, Optional<Duration> retryAfter)
            implements OrderResult {}

    /**
     * Nothing failed and there is nothing to do now; the next cycle looks again.
     *
     * @param order the order
     * @param reason why
     */
    record Left(WaldurOrder order, String reason) implements OrderResult {}
}
