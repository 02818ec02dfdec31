package dev.siteagent.core.runtime;

import dev.siteagent.core.events.EventWork;
import dev.siteagent.core.events.handlers.Turns;
import dev.siteagent.core.waldur.Uuids;
import dev.siteagent.spi.BackendException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.MDC;

/**
 * The turns of what events want done with resources. Who waits for a resource, be it behind an order that takes half an
 * hour, holds no thread. Thread-safe.
 */
final class ResourceTurns implements Turns {
    private static final Duration CLAIM_PAUSE = Duration.ofMillis(500);

    private final String offering;
    private final ResourceClaims claims;
    private final Executor workers;
    private final EventWork.Timer timer;
    private final Map<UUID, Deque<Turn>> lanes = new HashMap<>();

    /**
     * Turns of an offering.
     *
     * @param offering its name, for logs
     * @param claims the resources that anybody in the process works on
     * @param workers who does the work
     * @param timer looks again whether a resource is free
     */
    ResourceTurns(String offering, ResourceClaims claims, Executor workers, EventWork.Timer timer) {
        this.offering = offering;
        this.claims = claims;
        this.workers = workers;
        this.timer = timer;
    }

    /** Work that waits for its turn or has it. */
    private record Turn(UUID resource, Work work, CompletableFuture<Void> end) {}

    @Override
    public CompletionStage<Void> take(UUID resource, Work work) {
        Turn turn = new Turn(resource, work, new CompletableFuture<>());
        boolean first;
        synchronized (lanes) {
            Deque<Turn> lane = lanes.computeIfAbsent(resource, any -> new ArrayDeque<>());
            lane.add(turn);
            first = lane.size() == 1;
        }
        if (first) {
            begin(turn);
        }
        return turn.end();
    }

    private void begin(Turn turn) {
        if (!claims.claim(turn.resource())) {
            timer.after(CLAIM_PAUSE, () -> begin(turn));
            return;
        }
        try {
            workers.execute(() -> run(turn));
        } catch (RejectedExecutionException e) {
            // The agent stops.
            over(turn);
            turn.end().cancel(false);
        }
    }

    private void run(Turn turn) {
        Throwable failure = null;
        MDC.put("offering", offering);
        MDC.put("mode", Mode.EVENT_PROCESS.wireName());
        MDC.put("resource", Uuids.hex(turn.resource()));
        try {
            turn.work().run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            turn.end().cancel(false);
        } catch (BackendException | RuntimeException | LinkageError e) {
            failure = e;
        } finally {
            MDC.clear();
            over(turn);
        }
        if (failure == null) {
            turn.end().complete(null);
        } else {
            turn.end().completeExceptionally(failure);
        }
    }

    /** Gives the resource free and the next one its turn. */
    private void over(Turn turn) {
        claims.release(turn.resource());
        Turn next;
        synchronized (lanes) {
            Deque<Turn> lane = lanes.get(turn.resource());
            lane.remove();
            next = lane.peek();
            if (next == null) {
                lanes.remove(turn.resource());
            }
        }
        if (next != null) {
            begin(next);
        }
    }
}
