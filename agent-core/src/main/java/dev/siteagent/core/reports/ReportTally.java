package dev.siteagent.core.reports;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what becomes of a report, and says each thing once. */
final class ReportTally {
    private static final Logger log = LoggerFactory.getLogger(ReportTally.class);

    private final List<String> problems = new ArrayList<>();
    private final Set<String> dropped = new TreeSet<>();
    private int written;
    private int unchanged;
    private int refusedPast;

    void written() {
        written++;
    }

    void unchanged() {
        unchanged++;
    }

    void refusedPast() {
        refusedPast++;
    }

    /** Logs a problem and keeps it for the result. */
    void problem(String text) {
        log.error("{}", text);
        problems.add(text);
    }

    /** Logs a problem whose cause its text may not explain, and keeps it for the result. */
    void problem(String text, Throwable cause) {
        problem(text);
        log.debug("The cause:", cause);
    }

    /** Logs a fault of a plugin with its trace, and keeps it for the result. */
    void fault(String text, Throwable cause) {
        log.error("{}", text, cause);
        problems.add(text);
    }

    /** Says once that usage of a component goes nowhere. */
    void dropped(String component, String why) {
        if (dropped.add(component)) {
            log.warn("The usage of component {} is not reported: {}.", component, why);
        }
    }

    ReportResult result() {
        return new ReportResult(written, unchanged, refusedPast, problems);
    }
}
