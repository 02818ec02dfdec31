package dev.siteagent.core.reload;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.config.DisabledOffering;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.config.Problem;
import dev.siteagent.core.config.Severity;
import dev.siteagent.core.plugins.PluginChange;
import dev.siteagent.core.runtime.AgentRun;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the offerings and services at work can go on with other builds of their plugins. */
final class Fitness {
    private static final Logger log = LoggerFactory.getLogger(Fitness.class);

    private final ConfigurationResult read;
    private final AgentRun run;

    /**
     * Of a file.
     *
     * @param read the file, read for the plugins as they would be
     * @param run who is at work
     */
    Fitness(ConfigurationResult read, AgentRun run) {
        this.read = read;
        this.run = run;
    }

    /**
     * Returns the plugins that are better not replaced, by their ids, and says why: with what would take their place,
     * somebody at work could not go on.
     */
    Set<String> unfit(PluginChange change) {
        return change.replaced().stream()
                .filter(plugin -> {
                    Optional<String> why = why(plugin);
                    why.ifPresent(reason -> log.error(
                            "Plugin {} is not replaced and goes on as it was, since with what the plugins folder has now {}."
                                    + " Correct the configuration file and reload, or put another build into the folder.",
                            plugin,
                            reason));
                    return why.isPresent();
                })
                .collect(Collectors.toUnmodifiableSet());
    }

    private Optional<String> why(String plugin) {
        if (read.configuration().isEmpty()) {
            return Optional.of("nothing could run: " + errors());
        }
        AgentConfiguration next = read.configuration().get();
        Optional<String> offering = run.offeringsOf(Set.of(plugin)).stream()
                .flatMap(user -> next.disabled().stream().filter(entry -> mayBeOf(entry, user, next)))
                .map(entry -> "offering " + entry.name() + " could not run: " + entry.reason())
                .findFirst();
        List<String> services = read.configuration().get().disabledServices();
        return offering.or(() -> run.servicesUse(Set.of(plugin))
                ? services.stream()
                        .map(reason -> "a service could not run: " + reason)
                        .findFirst()
                : Optional.empty());
    }

    /** An entry whose UUID cannot be read could be that of anybody at work whom the file does not have otherwise. */
    private static boolean mayBeOf(DisabledOffering bad, OfferingConfiguration user, AgentConfiguration next) {
        boolean anybodys = bad.uuid().isEmpty()
                && next.offerings().stream().noneMatch(good -> good.uuid().equals(user.uuid()));
        return anybodys || bad.isOf(user);
    }

    private String errors() {
        return read.problems().stream()
                .filter(problem -> problem.severity() == Severity.ERROR)
                .map(Problem::toString)
                .collect(Collectors.joining("; "));
    }
}
