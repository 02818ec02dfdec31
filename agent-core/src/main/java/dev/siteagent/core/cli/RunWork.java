package dev.siteagent.core.cli;

import dev.siteagent.core.budgets.SharedRateBudgets;
import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.config.Problem;
import dev.siteagent.core.config.Severity;
import dev.siteagent.core.metrics.AgentMetrics;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.runtime.AgentRun;
import dev.siteagent.core.runtime.Mode;
import dev.siteagent.core.runtime.RunOptions;
import dev.siteagent.core.runtime.RunResult;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Running the agent: the options and the work of {@code site-agent run}, and of {@code site-agent} without a command. */
final class RunWork {
    /** More than the grace period of a run, since closing takes a moment, too. */
    private static final Duration PATIENCE = Duration.ofSeconds(35);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = {"-m", "--mode"},
            paramLabel = "MODE",
            defaultValue = "order_process",
            showDefaultValue = Visibility.ALWAYS,
            description = "What to do: one mode, several with commas between, or all.")
    private String modes;

    @Option(names = "--once", description = "One cycle of each mode: wait until the work has ended, and exit.")
    private boolean once;

    @Mixin
    private ConfigurationFile file = new ConfigurationFile();

    @Mixin
    private PluginFolder folder = new PluginFolder();

    /** Runs the agent until it is stopped or, once, until its work has ended; returns the exit status. */
    int run(Surroundings surroundings) throws InterruptedException {
        SharedRateBudgets budgets = new SharedRateBudgets(Clock.systemUTC());
        AgentMetrics metrics = new AgentMetrics(budgets);
        RunOptions options = options(surroundings)
                .withRateBudgets(budgets::forOffering)
                .withListeners(metrics.orders(), metrics.waldurCalls());
        surroundings.logToStdout();
        try (GracefulEnd end = new GracefulEnd(PATIENCE)) {
            RunResult result = run(surroundings, options, metrics, end);
            end.ended(!result.graceRanOut());
            return result.exitStatus();
        }
    }

    private RunResult run(Surroundings surroundings, RunOptions options, AgentMetrics metrics, GracefulEnd end)
            throws InterruptedException {
        Logger log = LoggerFactory.getLogger(RunWork.class);
        log.info("site-agent {} starts, mode {}", options.version(), modes);
        try (PluginHost plugins = folder.open(surroundings, metrics.pluginCalls())) {
            metrics.show(plugins::reports);
            ConfigurationResult read = file.read(surroundings, plugins);
            Optional<AgentConfiguration> configuration = read.configuration();
            configuration.ifPresent(good -> surroundings.log().level(good.logLevel()));
            read.problems().forEach(problem -> tell(log, problem));
            if (configuration.isEmpty()) {
                log.error("Nothing can run with {}: {}", file.path(), file.advice(surroundings));
                return new RunResult(RunResult.UNUSABLE, false, List.of());
            }
            AgentRun run = new AgentRun(configuration.get(), plugins, options);
            end.stops(run::stop);
            RunHealth health = RunHealth.open(configuration.get(), run, metrics, options);
            try (health) {
                return run.run();
            }
        }
    }

    private RunOptions options(Surroundings surroundings) {
        try {
            return RunOptions.of(Mode.parse(modes), once, AgentVersion.current(), surroundings.variables())
                    .withRedaction(surroundings.log().redaction()::clean);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }

    private static void tell(Logger log, Problem problem) {
        if (problem.severity() == Severity.ERROR) {
            log.error("{}", problem);
        } else {
            log.warn("{}", problem);
        }
    }
}
