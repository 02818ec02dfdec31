package dev.siteagent.core.cli;

import dev.siteagent.core.budgets.SharedRateBudgets;
import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.metrics.AgentMetrics;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.reload.ProblemNews;
import dev.siteagent.core.reload.Reloading;
import dev.siteagent.core.runtime.AgentRun;
import dev.siteagent.core.runtime.Mode;
import dev.siteagent.core.runtime.RunOptions;
import dev.siteagent.core.runtime.RunResult;
import dev.siteagent.core.status.StatusBoard;
import dev.siteagent.core.waldur.Sleeper;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    /** More than the grace period of a run, since closing takes a moment, and sending the last of the log does, too. */
    private static final Duration PATIENCE = Duration.ofSeconds(43);

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
        StatusBoard board = new StatusBoard(Clock.systemUTC());
        RunOptions options = options(surroundings)
                .withRateBudgets(budgets::forOffering)
                .withListeners(metrics.orders().and(board), metrics.waldurCalls());
        RunStatus status = new RunStatus(budgets, board, options);
        surroundings.logToStdout();
        HangUp hangUp = HangUp.listen();
        try (GracefulEnd end = new GracefulEnd(PATIENCE)) {
            RunResult result;
            try (Observing observing = new Observing(surroundings, options, metrics)) {
                observing.start();
                result = run(surroundings, options, metrics, end, hangUp, observing, status);
            }
            end.ended(!result.graceRanOut());
            return result.exitStatus();
        }
    }

    private RunResult run(
            Surroundings surroundings,
            RunOptions options,
            AgentMetrics metrics,
            GracefulEnd end,
            HangUp hangUp,
            Observing observing,
            RunStatus status)
            throws InterruptedException {
        Logger log = LoggerFactory.getLogger(RunWork.class);
        log.info("site-agent {} starts, mode {}", options.version(), modes);
        try (PluginHost plugins = folder.openForLong(surroundings, metrics.pluginCalls())) {
            metrics.show(plugins::reports);
            Optional<Prepared> prepared = prepare(surroundings, options, metrics, plugins, observing, status);
            if (prepared.isEmpty()) {
                log.error("Nothing can run with {}: {}", file.path(), file.advice(surroundings));
                return new RunResult(RunResult.UNUSABLE, false, List.of());
            }
            AgentRun run = prepared.get().run();
            end.stops(run::stop);
            try (RunHealth health = prepared.get().health();
                    Reloading reloading = new Reloading(
                            catalog -> file.read(surroundings, catalog),
                            plugins,
                            run,
                            next -> takeOver(next, observing, health),
                            metrics.reloads(),
                            Sleeper.SYSTEM)) {
                hangUp.reloads(once ? RunWork::tellThatOnceDoesNotReload : reloading::request);
                reloading.start(!once && prepared.get().watch());
                return run.run();
            } finally {
                hangUp.reloads(() -> {});
            }
        }
    }

    /** A run that has not begun, its health, and whether the plugins folder is watched. */
    private record Prepared(AgentRun run, RunHealth health, boolean watch) {}

    /** Reads the configuration, and keeps nothing of it that a later one replaces. */
    private Optional<Prepared> prepare(
            Surroundings surroundings,
            RunOptions options,
            AgentMetrics metrics,
            PluginHost plugins,
            Observing observing,
            RunStatus status) {
        ConfigurationResult read = file.read(surroundings, plugins.registry());
        // The levels first: what follows is to be seen by them.
        read.configuration().ifPresent(observing::apply);
        ProblemNews.tell(read.problems());
        return read.configuration().map(configuration -> {
            AgentRun run = new AgentRun(configuration, plugins, options);
            metrics.showOnly(() -> names(run));
            RunHealth health = new RunHealth(run, metrics, options, () -> status.of(run, plugins));
            health.serve(configuration);
            return new Prepared(run, health, configuration.pluginsWatch());
        });
    }

    private static Set<String> names(AgentRun run) {
        return Stream.concat(run.offerings().stream(), run.ending().stream())
                .map(OfferingConfiguration::name)
                .collect(Collectors.toSet());
    }

    private static void takeOver(AgentConfiguration next, Observing observing, RunHealth health) {
        observing.apply(next);
        health.serve(next);
    }

    private static void tellThatOnceDoesNotReload() {
        LoggerFactory.getLogger(RunWork.class)
                .info("The configuration is not reloaded: a run with --once goes on with what it began with.");
    }

    private RunOptions options(Surroundings surroundings) {
        try {
            return RunOptions.of(Mode.parse(modes), once, AgentVersion.current(), surroundings.variables())
                    .withRedaction(surroundings.log().redaction()::clean);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }
}
