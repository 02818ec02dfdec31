package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.OrderState;
import dev.siteagent.core.waldur.OrderType;
import dev.siteagent.core.waldur.Orders;
import dev.siteagent.core.waldur.WaldurAnswerException;
import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.OrderReviewBackend;
import dev.siteagent.spi.OrderReviewBackend.Decision;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether an order is worked on: approves or rejects what waits for the provider, lets through what is executing.
 * Whatever fails here leaves the order as it is. Thread-safe.
 */
final class OrderReview {
    private static final Logger log = LoggerFactory.getLogger(OrderReview.class);

    private final Orders orders;
    private final OrderReads reads;
    private final ResourceBackend backend;
    private final SpiRecords records;
    private final ErrorExposure exposure;

    OrderReview(Orders orders, OrderReads reads, ResourceBackend backend, SpiRecords records, ErrorExposure exposure) {
        this.orders = orders;
        this.reads = reads;
        this.backend = backend;
        this.records = records;
        this.exposure = exposure;
    }

    /** What a review comes to. */
    sealed interface Verdict {
        /**
         * The order is executing.
         *
         * @param order the order as it is now
         */
        record GoOn(WaldurOrder order) implements Verdict {}

        /**
         * There is nothing more to do with it now.
         *
         * @param result what became of it
         */
        record Ended(OrderResult result) implements Verdict {}
    }

    Verdict of(WaldurOrder order) throws InterruptedException {
        if (order.type() == OrderType.UNKNOWN || order.marketplaceResourceUuid() == null) {
            return left(order, "it is of a type that this version of the agent does not know");
        }
        if (order.state() == OrderState.EXECUTING) {
            return new Verdict.GoOn(order);
        }
        if (order.state() != OrderState.PENDING_PROVIDER) {
            return left(order, "it is " + order.state().wire());
        }
        try {
            return decided(order, decision(order));
        } catch (WaldurUnavailableException e) {
            return postponed(order, e.getMessage(), e.retryAfter());
        } catch (WaldurRejectedException | WaldurAnswerException e) {
            return new Verdict.Ended(new OrderResult.Postponed(order, e.getMessage(), false, Optional.empty()));
        } catch (BackendNotReadyException e) {
            return left(order, e.getMessage());
        } catch (TransientBackendException e) {
            return postponed(order, e.getMessage(), e.retryAfter());
        } catch (BackendException | RuntimeException | LinkageError e) {
            log.error("The review of order {} failed, which leaves it pending: {}", order.uuid(), e.toString(), e);
            return new Verdict.Ended(
                    new OrderResult.Postponed(order, "its review failed: " + e, false, Optional.empty()));
        }
    }

    private Decision decision(WaldurOrder order) throws BackendException, InterruptedException {
        return backend instanceof OrderReviewBackend reviewer
                ? reviewer.review(records.order(order))
                : new Decision.Accept();
    }

    private Verdict decided(WaldurOrder order, Decision decision) throws InterruptedException {
        if (decision instanceof Decision.Wait wait) {
            return left(order, wait.reason());
        }
        if (decision instanceof Decision.Reject reject) {
            return rejected(order, reject.reason());
        }
        return approved(order);
    }

    private Verdict rejected(WaldurOrder order, String reason) throws InterruptedException {
        try {
            orders.rejectByProvider(order.uuid(), exposure.shown(reason));
        } catch (WaldurRejectedException e) {
            WaldurOrder now = reads.order(order.uuid());
            if (now.state() == OrderState.PENDING_PROVIDER) {
                throw e;
            }
            if (now.state() != OrderState.REJECTED) {
                return left(now, "it was " + now.state().wire() + " before it could be rejected");
            }
        }
        return new Verdict.Ended(new OrderResult.Rejected(order, reason));
    }

    private Verdict approved(WaldurOrder order) throws InterruptedException {
        try {
            orders.approveByProvider(order.uuid());
        } catch (WaldurRejectedException e) {
            WaldurOrder now = reads.order(order.uuid());
            if (now.state() == OrderState.PENDING_PROVIDER) {
                throw e;
            }
            // Either the answer of an approval that went well was lost, or another agent was faster: who approved
            // works.
            return e.afterLostAnswer()
                    ? begun(now)
                    : left(
                            now,
                            "somebody else decided about it first; it is "
                                    + now.state().wire());
        }
        return begun(reads.order(order.uuid()));
    }

    private static Verdict begun(WaldurOrder now) {
        return now.state() == OrderState.EXECUTING
                ? new Verdict.GoOn(now)
                : left(now, "it is " + now.state().wire() + " although it was approved");
    }

    private static Verdict left(WaldurOrder order, String reason) {
        return new Verdict.Ended(new OrderResult.Left(order, reason));
    }

    private static Verdict postponed(WaldurOrder order, String reason, Optional<Duration> retryAfter) {
        return new Verdict.Ended(new OrderResult.Postponed(order, reason, true, retryAfter));
    }
}
