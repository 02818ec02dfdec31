package dev.siteagent.core.config;

import dev.siteagent.spi.Secret;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What came of reading a configuration file.
 *
 * @param configuration what can run; empty when nothing can
 * @param problems everything found, in the order of the file
 * @param secrets every secret of the file, also of what is disabled and of a file from which nothing can run: what a
 *     setting says is one, what stands below a key that sounds so, and passwords in URLs. To be told to {@link
 *     dev.siteagent.core.observe.Redaction} before anything else is done with the result
 */
public record ConfigurationResult(
        Optional<AgentConfiguration> configuration, List<Problem> problems, List<Secret> secrets) {
    /** Copies the lists and refuses nulls. */
    public ConfigurationResult {
        Objects.requireNonNull(configuration, "configuration");
        problems = List.copyOf(problems);
        secrets = List.copyOf(secrets);
    }

    /** Returns whether any problem is an error. */
    public boolean hasErrors() {
        return problems.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
    }
}
