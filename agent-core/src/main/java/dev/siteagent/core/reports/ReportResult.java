package dev.siteagent.core.reports;

import java.util.List;

/**
 * What became of a report.
 *
 * @param written how many usages of a resource and month were written
 * @param unchanged how many were as Waldur had them
 * @param refusedPast how many of past months Waldur does not take any more, which is normal
 * @param problems a line for each thing that went wrong, anomalies included
 */
public record ReportResult(int written, int unchanged, int refusedPast, List<String> problems) {
    /** Copies the problems. */
    public ReportResult {
        problems = List.copyOf(problems);
    }
}
