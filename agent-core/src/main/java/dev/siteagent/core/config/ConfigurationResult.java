package dev.siteagent.core.config;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What came of reading a configuration file.
 *
 * @param configuration what can run; empty when nothing can
 * @param problems everything found, in the order of the file
 */
public record ConfigurationResult(Optional<AgentConfiguration> configuration, List<Problem> problems) {
    /** Copies the list and refuses nulls. */
    public ConfigurationResult {
        Objects.requireNonNull(configuration, "configuration");
        problems = List.copyOf(problems);
    }

    /** Returns whether any problem is an error. */
    public boolean hasErrors() {
        return problems.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
    }
}
