package dev.siteagent.core.cli;

import dev.siteagent.core.demo.Demo;
import dev.siteagent.core.plugins.PluginHost;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code site-agent demo}. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        header = "Shows the agent at work against a simulated Waldur and DigitalOcean.",
        description =
                "Everything in one process: three orders of a customer, and what becomes of them. Needs no account and no"
                        + " network, and leaves nothing behind.",
        footer = {"", "Examples:", "  site-agent demo", "  site-agent demo --verbose"})
final class DemoCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Option(names = "--verbose", description = "Show the agent's own log between the lines of the story.")
    private boolean verbose;

    @Mixin
    private PluginFolder folder = new PluginFolder();

    DemoCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Demo demo = new Demo(surroundings.log(), surroundings.stdout(), surroundings.colours(), AgentVersion.current());
        if (verbose) {
            demo.showLog();
        }
        try (PluginHost plugins = folder.open(surroundings)) {
            return demo.play(plugins) ? 0 : 1;
        }
    }
}
