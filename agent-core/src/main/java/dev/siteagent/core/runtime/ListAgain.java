package dev.siteagent.core.runtime;

import dev.siteagent.core.events.handlers.Membership;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done when the link listens, at first and after each reconnection: what changed while there was no queue, or for
 * longer than a queue keeps its messages, was told by no event. Returns at once. Thread-safe.
 */
final class ListAgain implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(ListAgain.class);

    private final String offering;
    private final Runnable openOrders;
    private final Optional<? extends Membership> members;

    /**
     * Lists again for an offering.
     *
     * @param offering its name, for logs
     * @param openOrders takes up all open orders
     * @param members its membership, which does what is asked for several times once; empty when events have no say in it
     */
    ListAgain(String offering, Runnable openOrders, Optional<? extends Membership> members) {
        this.offering = offering;
        this.openOrders = openOrders;
        this.members = members;
    }

    @Override
    public void run() {
        openOrders.run();
        members.ifPresent(membership -> membership.syncAll().whenComplete((done, failure) -> told(failure)));
    }

    private void told(Throwable failure) {
        if (failure instanceof CancellationException) {
            log.debug("The agent stops before all members of offering {} are in step.", offering);
        } else if (failure != null) {
            log.warn(
                    "Not all members of offering {} are in step after its link began to listen; the next reconciliation sees"
                            + " to the rest: {}",
                    offering,
                    failure.getMessage());
        }
    }
}
