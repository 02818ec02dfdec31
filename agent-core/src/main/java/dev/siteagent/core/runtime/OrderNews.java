package dev.siteagent.core.runtime;

import dev.siteagent.core.orders.OrderResult;
import dev.siteagent.core.waldur.WaldurOrder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log what became of an order; the context of the line tells which order it is. */
final class OrderNews {
    private static final Logger log = LoggerFactory.getLogger(OrderNews.class);

    private OrderNews() {}

    static void tell(OrderResult result) {
        WaldurOrder order = result.order();
        String what = order.type() + " order of " + order.resourceName();
        if (result instanceof OrderResult.Done done) {
            log.info(
                    "{} is done{}.",
                    what,
                    done.backendId().map(id -> ", backend id " + id).orElse(""));
        } else if (result instanceof OrderResult.Waiting waiting) {
            log.debug("{} waits: {}.", what, waiting.step());
        } else if (result instanceof OrderResult.Rejected rejected) {
            log.info("{} is rejected: {}", what, rejected.reason());
        } else if (result instanceof OrderResult.Erred erred) {
            log.error("{} has failed, and Waldur says so: {}", what, erred.message());
        } else if (result instanceof OrderResult.Overtaken overtaken) {
            overtaken(what, overtaken);
        } else if (result instanceof OrderResult.Postponed postponed) {
            log.warn("{} is left as it is for now: {}", what, postponed.reason());
        } else if (result instanceof OrderResult.Left left) {
            log.info("{} is left alone: {}", what, left.reason());
        }
    }

    private static void overtaken(String what, OrderResult.Overtaken overtaken) {
        String state = overtaken.now().wire();
        if (overtaken.backendId().isPresent()) {
            log.warn(
                    "{} became {} while it was worked on. The machine {} was made and stays; its id is recorded."
                            + " Terminate the resource in Waldur when it is not wanted.",
                    what,
                    state,
                    overtaken.backendId().get());
        } else {
            log.warn("{} became {} while it was worked on.", what, state);
        }
    }
}
