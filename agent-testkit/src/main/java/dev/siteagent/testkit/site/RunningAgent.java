package dev.siteagent.testkit.site;

import dev.siteagent.core.config.ConfigurationReader;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.plugins.PluginCallListener;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.plugins.PluginReport;
import dev.siteagent.core.runtime.AgentRun;
import dev.siteagent.core.runtime.Mode;
import dev.siteagent.core.runtime.Periods;
import dev.siteagent.core.runtime.RunOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The host with its plugins, at work on a thread of its own. */
final class RunningAgent {
    /** Cycles follow each other at once, so that no test waits for one. */
    private static final Duration PERIOD = Duration.ofMillis(200);

    private static final Duration LONGEST_END = Duration.ofSeconds(40);

    private final PluginHost plugins;
    private final AgentRun run;
    private final Thread thread;

    private RunningAgent(PluginHost plugins, AgentRun run) {
        this.plugins = plugins;
        this.run = run;
        this.thread = new Thread(this::work, "agent-site");
        thread.setDaemon(true);
    }

    static RunningAgent start(SiteBuilder description, Path folder, Path configuration) {
        PluginHost plugins = description.isolated()
                ? PluginHost.ofFolderAlone(folder, PluginCallListener.NONE)
                : new PluginHost(folder);
        plugins.start();
        List<String> bad = plugins.reports().stream()
                .flatMap(report -> report.failure().stream())
                .toList();
        ConfigurationResult read = new ConfigurationReader(plugins.registry(), System::getenv).read(configuration);
        if (!bad.isEmpty()
                || read.configuration().isEmpty()
                || !read.configuration().get().disabled().isEmpty()) {
            plugins.close();
            throw new AssertionError("the plugin cannot serve the offering: " + bad + " " + read.problems());
        }
        RunOptions options = RunOptions.of(
                        Mode.parse(String.join(",", description.modes())), false, "testkit", name -> null)
                .withPeriods(new Periods(
                        Arrays.stream(Mode.values()).collect(Collectors.toMap(Function.identity(), mode -> PERIOD))))
                .withHeartbeat(configuration.resolveSibling("heartbeat"));
        RunningAgent agent =
                new RunningAgent(plugins, new AgentRun(read.configuration().get(), plugins, options));
        agent.thread.start();
        return agent;
    }

    List<PluginReport> plugins() {
        return plugins.reports();
    }

    private void work() {
        try {
            run.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops the agent and unloads its plugins. */
    void close() throws InterruptedException {
        run.stop();
        thread.join(LONGEST_END.toMillis());
        boolean ended = !thread.isAlive();
        thread.interrupt();
        plugins.close();
        if (!ended) {
            throw new AssertionError("the agent has not ended " + LONGEST_END.toSeconds()
                    + " s after its stop: a call of the plugin" + " does not come back, though it was interrupted");
        }
    }
}
