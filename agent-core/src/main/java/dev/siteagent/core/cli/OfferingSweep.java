package dev.siteagent.core.cli;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.DisabledOffering;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.runtime.ChoreReport;
import dev.siteagent.core.runtime.MembershipChores;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.spi.BackendException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** The options and the work of commands that do one thing for every offering of the configuration. */
final class OfferingSweep {
    @Mixin
    private ConfigurationFile file = new ConfigurationFile();

    @Mixin
    private PluginFolder folder = new PluginFolder();

    /** What is done for an offering. */
    @FunctionalInterface
    interface Chore {
        ChoreReport of(MembershipChores chores, OfferingConfiguration offering)
                throws BackendException, InterruptedException;
    }

    /**
     * Goes through the offerings; one that fails keeps no other from its turn.
     *
     * @param command the name of the command
     * @return the exit status
     */
    int run(Surroundings surroundings, String command, Chore chore) throws InterruptedException {
        surroundings.logErrorsToStderr();
        try (PluginHost plugins = folder.open(surroundings);
                Progress out = Progress.of(surroundings)) {
            Optional<AgentConfiguration> configuration = file.usable(surroundings, plugins);
            if (configuration.isEmpty()) {
                return ExitCode.USAGE;
            }
            MembershipChores chores = new MembershipChores(
                    configuration.get(), plugins.registry(), command, AgentVersion.current(), Clock.systemUTC());
            int failed = 0;
            for (OfferingConfiguration offering : configuration.get().offerings()) {
                out.println(offering.name());
                out.at(command + " of " + offering.name());
                List<String> problems = problems(chores, offering, chore, out);
                problems.forEach(problem -> problem(problem, surroundings, out));
                failed += problems.isEmpty() ? 0 : 1;
            }
            for (DisabledOffering offering : configuration.get().disabled()) {
                out.println(offering.name());
                problem("its configuration is wrong: " + offering.reason(), surroundings, out);
                failed++;
            }
            return failed == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    private static List<String> problems(
            MembershipChores chores, OfferingConfiguration offering, Chore chore, Progress out)
            throws InterruptedException {
        try {
            ChoreReport report = chore.of(chores, offering);
            out.println("  " + report.summary());
            return report.problems();
        } catch (BackendException | WaldurException e) {
            return List.of(e.getMessage());
        } catch (RuntimeException | LinkageError e) {
            return List.of("a plugin failed, which is its fault: " + e);
        }
    }

    private static void problem(String text, Surroundings surroundings, Progress out) {
        out.println("  failed: " + surroundings.log().redaction().clean(text));
    }
}
