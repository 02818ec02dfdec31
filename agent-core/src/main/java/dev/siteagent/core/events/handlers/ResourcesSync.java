package dev.siteagent.core.events.handlers;

import dev.siteagent.core.events.EventHandler;
import dev.siteagent.core.events.EventMessage;
import dev.siteagent.core.orders.Recreation;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.spi.BackendException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a whole offering in step on a provider's demand: makes again what its backend has lost, then syncs all resources
 * and takes up all open orders. Thread-safe.
 */
public final class ResourcesSync implements EventHandler {
    private static final Logger log = LoggerFactory.getLogger(ResourcesSync.class);

    private final Recreating recreating;
    private final Membership membership;
    private final Turns turns;
    private final Runnable orders;

    /** Gives what makes resources again, as the offering is now. */
    @FunctionalInterface
    public interface Recreating {
        /**
         * Returns it.
         *
         * @throws BackendException when the backend is not open
         */
        Recreation get() throws BackendException;
    }

    /**
     * Serves an offering.
     *
     * @param recreating makes resources again
     * @param membership brings resources in step
     * @param turns whose turn it is
     * @param orders takes up all open orders
     */
    public ResourcesSync(Recreating recreating, Membership membership, Turns turns, Runnable orders) {
        this.recreating = recreating;
        this.membership = membership;
        this.turns = turns;
        this.orders = orders;
    }

    @Override
    public CompletionStage<?> handle(EventMessage message) throws InterruptedException {
        log.info("All resources are brought in step: {}", message);
        orders.run();
        try {
            return recreated().thenCompose(done -> membership.syncAll());
        } catch (BackendException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletionStage<Void> recreated() throws BackendException, InterruptedException {
        Recreation recreation = recreating.get();
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (WaldurResource lost : recreation.lost(membership.handledStates())) {
            ends.add(turns.take(lost.uuid(), () -> recreation.recreate(lost.uuid()))
                    .toCompletableFuture());
        }
        return CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new));
    }
}
