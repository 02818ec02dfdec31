package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import java.util.Objects;
import java.util.Optional;

/**
 * An order whose work the backend has begun and not finished. Its handle, if any, is stored in Waldur.
 *
 * @param order the order, executing
 * @param known the resource as Waldur has it
 * @param work what the backend is to be asked about
 */
public record PendingOrder(WaldurOrder order, WaldurResource known, PendingWork work) {
    /** Refuses nulls. */
    public PendingOrder {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(known, "known");
        Objects.requireNonNull(work, "work");
    }

    /** Returns the same order, whose resource Waldur knows by this backend id now. */
    PendingOrder withBackendId(String backendId) {
        return new PendingOrder(
                order, known, new PendingWork(work.kind(), work.resource().withBackendId(backendId), work.handle()));
    }

    /**
     * Tells whether a poll brought nothing new that would have to be written to Waldur.
     *
     * @return how the order waits on; empty when there is something to do
     */
    public Optional<OrderResult.Waiting> unmoved(Attempt<Outcome> polled) {
        if (!(polled instanceof Attempt.Succeeded<Outcome> succeeded
                && succeeded.value() instanceof Outcome.Pending pending)) {
            return Optional.empty();
        }
        boolean sameHandle = pending.handle().isEmpty() || pending.handle().equals(work.handle());
        boolean sameId = pending.backendId().isEmpty()
                || pending.backendId().equals(work.resource().backendId());
        return sameHandle && sameId
                ? Optional.of(new OrderResult.Waiting(this, pending.pollAfter(), pending.step()))
                : Optional.empty();
    }
}
