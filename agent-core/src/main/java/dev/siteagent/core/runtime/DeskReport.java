package dev.siteagent.core.runtime;

import java.util.List;
import java.util.Optional;

/**
 * What became of an offering's orders while its desk was open.
 *
 * @param offering the offering's name
 * @param done how many orders were done
 * @param problems a line for each order that failed or could not be finished, and for each cycle that could not begin
 * @param disabled why the backend refused to serve the offering; empty when it did not
 * @param graceRanOut whether work had to be interrupted at the end
 * @param broken whether the desk ended by a fault of the agent
 */
record DeskReport(
        String offering,
        int done,
        List<String> problems,
        Optional<String> disabled,
        boolean graceRanOut,
        boolean broken) {
    DeskReport {
        problems = List.copyOf(problems);
    }
}
