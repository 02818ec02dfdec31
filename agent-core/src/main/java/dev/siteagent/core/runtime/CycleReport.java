package dev.siteagent.core.runtime;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What became of one cycle of a mode for an offering.
 *
 * @param summary what was done, for the log, such as {@code 12 resources in step}
 * @param problems a line for each thing that failed; with {@code --once} any makes the exit status 1
 * @param failed whether the cycle failed as a whole, so that the next one shall not wait for its period
 * @param disabled why the offering cannot be served at all, until the configuration is changed; empty when it can
 */
record CycleReport(String summary, List<String> problems, boolean failed, Optional<String> disabled) {
    CycleReport {
        Objects.requireNonNull(summary, "summary");
        problems = List.copyOf(problems);
        Objects.requireNonNull(disabled, "disabled");
    }

    /** A cycle that was done, as far as the problems let it. */
    static CycleReport done(String summary, List<String> problems) {
        return new CycleReport(summary, problems, false, Optional.empty());
    }

    /** A cycle that could not do its work. */
    static CycleReport failed(String why) {
        return new CycleReport("nothing was done", List.of(why), true, Optional.empty());
    }

    /** The backend refuses the offering, and will do so again. */
    static CycleReport disabled(String why) {
        return new CycleReport("nothing was done", List.of(), false, Optional.of(why));
    }
}
