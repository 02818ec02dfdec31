package dev.siteagent.core.cli;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.runtime.ChoreReport;
import dev.siteagent.core.runtime.MembershipChores;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.spi.BackendException;
import java.io.PrintWriter;
import java.time.Clock;
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
        PrintWriter out = surroundings.out();
        try (PluginHost plugins = folder.open(surroundings)) {
            ConfigurationResult read = file.read(surroundings, plugins);
            read.problems().forEach(out::println);
            Optional<AgentConfiguration> configuration = read.configuration();
            if (configuration.isEmpty()) {
                return ExitCode.USAGE;
            }
            MembershipChores chores = new MembershipChores(
                    configuration.get(), plugins.registry(), command, AgentVersion.current(), Clock.systemUTC());
            boolean failed = false;
            for (OfferingConfiguration offering : configuration.get().offerings()) {
                out.println(offering.name());
                failed |= failed(chores, offering, chore, surroundings);
            }
            configuration.get().disabled().forEach(offering -> {
                out.println(offering.name());
                problem("its configuration is wrong: " + offering.reason(), surroundings);
            });
            boolean bad = failed || !configuration.get().disabled().isEmpty();
            return bad ? ExitCode.SOFTWARE : ExitCode.OK;
        }
    }

    private static boolean failed(
            MembershipChores chores, OfferingConfiguration offering, Chore chore, Surroundings surroundings)
            throws InterruptedException {
        try {
            ChoreReport report = chore.of(chores, offering);
            surroundings.out().println("  " + report.summary());
            report.problems().forEach(problem -> problem(problem, surroundings));
            return !report.problems().isEmpty();
        } catch (BackendException | WaldurException e) {
            problem(e.getMessage(), surroundings);
            return true;
        } catch (RuntimeException | LinkageError e) {
            problem("a plugin failed, which is its fault: " + e, surroundings);
            return true;
        }
    }

    private static void problem(String text, Surroundings surroundings) {
        surroundings.out().println("  failed: " + surroundings.log().redaction().clean(text));
    }
}
