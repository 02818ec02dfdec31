package dev.siteagent.core.runtime;

import java.util.List;
import java.util.Objects;

/**
 * What a command did for an offering.
 *
 * @param summary what was done, or why there was nothing to do
 * @param problems a line for each thing that failed
 */
public record ChoreReport(String summary, List<String> problems) {
    /** Copies the problems. */
    public ChoreReport {
        Objects.requireNonNull(summary, "summary");
        problems = List.copyOf(problems);
    }

    static ChoreReport nothing(String why) {
        return new ChoreReport(why, List.of());
    }
}
