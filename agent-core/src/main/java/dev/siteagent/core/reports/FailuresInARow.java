package dev.siteagent.core.reports;

import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells an outage of Waldur from a fault of Waldur's that some resources provoke. Counts over the months of a report, so
 * that a Waldur which takes no usage at all costs the repeats of a few resources and not those of a few a month.
 */
final class FailuresInARow {
    private static final Logger log = LoggerFactory.getLogger(FailuresInARow.class);

    /** After so many Waldur is asked whether it answers at all. */
    private static final int MAYBE_OUTAGE = 3;

    /** So many are an outage whatever Waldur answers: each takes all its repeats. */
    private static final int OUTAGE = 15;

    private final WaldurClient waldur;
    private int count;

    FailuresInARow(WaldurClient waldur) {
        this.waldur = waldur;
    }

    /** Waldur answered, or there is reason to begin anew. */
    void end() {
        count = 0;
    }

    /**
     * One more.
     *
     * @throws WaldurUnavailableException when this is an outage
     */
    void add(WaldurUnavailableException failure) throws InterruptedException {
        count++;
        if (count >= OUTAGE) {
            throw failure;
        }
        if (count % MAYBE_OUTAGE == 0) {
            askWhetherWaldurAnswers();
        }
    }

    /**
     * Asks for what is refused by no state of the data.
     *
     * @throws WaldurUnavailableException when it does not answer
     */
    void askWhetherWaldurAnswers() throws InterruptedException {
        try {
            waldur.me();
        } catch (WaldurRejectedException e) {
            log.debug("Waldur answers, and refuses: {}", e.getMessage());
        }
    }
}
