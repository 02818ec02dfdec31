package dev.siteagent.core.cli;

import dev.siteagent.core.demo.Demo;
import dev.siteagent.core.plugins.PluginCallListener;
import dev.siteagent.core.plugins.PluginHost;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code site-agent demo}. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        header = "Shows the agent at work against a simulated Waldur and DigitalOcean.",
        description = {
            "Everything in one process: three orders of a customer, or a machine of HobbyFarm, and what becomes of"
                    + " them. Needs no account and no network, and leaves nothing behind.",
            "",
            "With a configuration file, an offering of it is served with its own backend, and Waldur alone is simulated:"
                    + " what the orders make is real until the last of them deletes it. It asks before."
        },
        footer = {
            "",
            "Examples:",
            "  site-agent demo",
            "  site-agent demo --verbose",
            "  site-agent demo --hobbyfarm",
            "  site-agent demo -c site-agent.yaml --limits '{\"cpu\": 1}' --other-limits '{\"cpu\": 2}'"
        })
final class DemoCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Surroundings surroundings;

    @Spec
    private CommandSpec command;

    @Option(
            names = "--hobbyfarm",
            description = "Show the HobbyFarm bridge instead, against a simulated Kubernetes API server.")
    private boolean hobbyFarm;

    @Option(names = "--verbose", description = "Show the agent's own log between the lines of the story.")
    private boolean verbose;

    @ArgGroup(exclusive = false, heading = "With an offering of your own:%n")
    private OwnOffering own;

    @Mixin
    private PluginFolder folder = new PluginFolder();

    DemoCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (hobbyFarm && own != null) {
            throw new ParameterException(command.commandLine(), "--hobbyfarm and -c are two demos: choose one");
        }
        if (own != null && !own.agreed(surroundings, command.commandLine())) {
            return ExitCode.USAGE;
        }
        Demo demo = new Demo(
                surroundings.log(),
                surroundings.stdout(),
                surroundings.colours(),
                AgentVersion.current(),
                surroundings.home());
        if (verbose) {
            demo.showLog();
        }
        PluginCallListener calls = own == null ? PluginCallListener.NONE : demo.pluginCalls();
        Thread playing = Thread.currentThread();
        try (GracefulEnd end = new GracefulEnd(PATIENCE);
                PluginHost plugins = folder.open(surroundings, calls)) {
            // A demo that is broken off tidies up, too, and then ends as the signal would have it.
            end.stops(playing::interrupt);
            try {
                return play(demo, plugins);
            } finally {
                end.ended(false);
            }
        }
    }

    private int play(Demo demo, PluginHost plugins) throws IOException, InterruptedException {
        if (own != null) {
            return own.play(demo, plugins, surroundings, command.commandLine());
        }
        boolean good = hobbyFarm ? demo.playHobbyFarm(plugins) : demo.play(plugins);
        return good ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
