package dev.siteagent.core.cli;

import dev.siteagent.core.demo.Demo;
import dev.siteagent.core.plugins.PluginHost;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code site-agent demo}. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        header = "Shows the agent at work against a simulated Waldur and DigitalOcean.",
        description =
                "Everything in one process: three orders of a customer, or a machine of HobbyFarm, and what becomes of"
                        + " them. Needs no account and no network, and leaves nothing behind.",
        footer = {"", "Examples:", "  site-agent demo", "  site-agent demo --verbose", "  site-agent demo --hobbyfarm"})
final class DemoCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Surroundings surroundings;

    @Option(
            names = "--hobbyfarm",
            description = "Show the HobbyFarm bridge instead, against a simulated Kubernetes API server.")
    private boolean hobbyFarm;

    @Option(names = "--verbose", description = "Show the agent's own log between the lines of the story.")
    private boolean verbose;

    @Mixin
    private PluginFolder folder = new PluginFolder();

    DemoCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Demo demo = new Demo(
                surroundings.log(),
                surroundings.stdout(),
                surroundings.colours(),
                AgentVersion.current(),
                surroundings.home());
        if (verbose) {
            demo.showLog();
        }
        Thread playing = Thread.currentThread();
        try (GracefulEnd end = new GracefulEnd(PATIENCE);
                PluginHost plugins = folder.open(surroundings)) {
            // A demo that is broken off tidies up, too, and then ends as the signal would have it.
            end.stops(playing::interrupt);
            try {
                boolean good = hobbyFarm ? demo.playHobbyFarm(plugins) : demo.play(plugins);
                return good ? ExitCode.OK : ExitCode.SOFTWARE;
            } finally {
                end.ended(false);
            }
        }
    }
}
