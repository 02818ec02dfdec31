package dev.siteagent.core.runtime;

import dev.siteagent.core.orders.OrderResult;
import dev.siteagent.core.waldur.WaldurOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Counts what becomes of a desk's orders. Touched by the desk's thread only. */
final class DeskTally {
    /** An agent that runs for months keeps only the newest. */
    private static final int MOST_PROBLEMS = 1000;

    private final String offering;
    private final List<String> problems = new ArrayList<>();
    private int done;
    private Optional<String> disabled = Optional.empty();

    DeskTally(String offering) {
        this.offering = offering;
    }

    /** Returns how an order is called in messages. */
    static String named(WaldurOrder order) {
        return order.type() + " order " + order.uuid() + " of " + order.resourceName();
    }

    void ended(OrderResult result) {
        if (result instanceof OrderResult.Done) {
            done++;
        } else if (result instanceof OrderResult.Erred erred) {
            problem(named(result.order()) + " has failed: " + erred.message());
        } else if (result instanceof OrderResult.Postponed postponed) {
            problem(named(result.order()) + " could not be carried out: " + postponed.reason());
        }
    }

    void cycleFailed(String reason) {
        problem("offering " + offering + ": " + reason);
    }

    void disabled(String reason) {
        disabled = Optional.of(reason);
    }

    boolean isDisabled() {
        return disabled.isPresent();
    }

    DeskReport report(boolean graceRanOut) {
        return new DeskReport(offering, done, problems, disabled, graceRanOut, false);
    }

    private void problem(String line) {
        if (problems.size() == MOST_PROBLEMS) {
            problems.remove(0);
        }
        problems.add(line);
    }
}
