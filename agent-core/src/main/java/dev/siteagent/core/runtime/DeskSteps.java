package dev.siteagent.core.runtime;

import dev.siteagent.core.orders.OrderProcessor;
import dev.siteagent.core.orders.OrderResult;
import dev.siteagent.core.orders.PendingOrder;
import dev.siteagent.core.runtime.OrderSource.Cycle;
import dev.siteagent.core.waldur.Uuids;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.Outcome;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * What the workers of a desk run: a step, with the order in the context of every log line, that always ends with an
 * answer for the desk. Thread-safe.
 */
final class DeskSteps {
    private static final Logger log = LoggerFactory.getLogger(DeskSteps.class);

    private final Mode mode;
    private final String offering;

    DeskSteps(Mode mode, String offering) {
        this.mode = mode;
        this.offering = offering;
    }

    /** A step of an order. */
    @FunctionalInterface
    interface Step {
        OrderResult take() throws InterruptedException;
    }

    /** Takes a step and gives its result away, whatever happens. */
    void take(WaldurOrder order, Optional<PendingOrder> pending, Step step, Consumer<OrderResult> ended) {
        // What an Error leaves behind: it is thrown on, and the next cycle tries again.
        OrderResult result = failed(order, "the agent itself failed; see the log");
        try {
            begin();
            MDC.put("order", Uuids.hex(order.uuid()));
            if (order.marketplaceResourceUuid() != null) {
                MDC.put("resource", Uuids.hex(order.marketplaceResourceUuid()));
            }
            pending.flatMap(known -> known.work().resource().backendId())
                    .ifPresent(id -> MDC.put(OrderProcessor.MDC_BACKEND_ID, id));
            result = step.take();
            OrderNews.tell(result);
        } catch (InterruptedException e) {
            result = failed(order, "it was interrupted");
        } catch (RuntimeException e) {
            log.error("A step failed by a fault of the agent; the order is left as it is.", e);
            result = failed(order, "the agent itself failed: " + e);
        } finally {
            MDC.clear();
            ended.accept(result);
        }
    }

    /** Begins a cycle. */
    Cycle beginCycle(OrderSource source) {
        begin();
        try {
            Cycle cycle = source.begin();
            if (cycle instanceof Cycle.Skipped skipped) {
                log.warn("No orders are worked on in this cycle: {}", skipped.reason());
            } else if (cycle instanceof Cycle.Disabled refused) {
                log.error("The offering is disabled, since its backend refuses to serve it: {}", refused.reason());
            }
            return cycle;
        } catch (InterruptedException e) {
            return new Cycle.Skipped("it was interrupted", true);
        } catch (WaldurException e) {
            log.warn("The orders cannot be listed: {}", e.getMessage());
            return new Cycle.Skipped(e.getMessage(), true);
        } catch (RuntimeException | Error e) {
            // An Error of a plugin must not leave the desk waiting for an answer that never comes.
            log.error("A cycle could not begin.", e);
            return new Cycle.Skipped(e.toString(), true);
        } finally {
            MDC.clear();
        }
    }

    /** Polls; an order that is missing in the answer is polled again later. */
    Map<UUID, Attempt<Outcome>> poll(OrderProcessor processor, Collection<PendingOrder> pending) {
        begin();
        try {
            return processor.poll(pending);
        } catch (InterruptedException e) {
            return Map.of();
        } catch (RuntimeException | Error e) {
            log.error("A poll failed by a fault of the agent; it is repeated.", e);
            return Map.of();
        } finally {
            MDC.clear();
        }
    }

    private void begin() {
        MDC.clear();
        MDC.put("mode", mode.wireName());
        MDC.put("offering", offering);
    }

    private static OrderResult failed(WaldurOrder order, String reason) {
        return new OrderResult.Postponed(order, reason, false, Optional.empty());
    }
}
