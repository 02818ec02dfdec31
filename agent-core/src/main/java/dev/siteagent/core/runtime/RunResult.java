package dev.siteagent.core.runtime;

import java.util.List;

/**
 * How a run ended.
 *
 * @param exitStatus 0 good; 1 some of the work failed; 2 there was no offering to work for
 * @param graceRanOut whether a stop had to interrupt work, so that the exit status is that of the signal
 * @param problems a line for each thing that went wrong
 */
public record RunResult(int exitStatus, boolean graceRanOut, List<String> problems) {
    /** Everything went well. */
    public static final int GOOD = 0;

    /** Some of the work failed. */
    public static final int FAILED = 1;

    /** The command line or the configuration leaves nothing to run. */
    public static final int UNUSABLE = 2;

    /** Copies the problems. */
    public RunResult {
        problems = List.copyOf(problems);
    }
}
