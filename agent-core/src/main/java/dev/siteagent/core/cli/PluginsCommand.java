package dev.siteagent.core.cli;

import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.plugins.PluginListing;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code site-agent plugins}: a family of two, {@code list} and {@code settings}. */
@Command(
        name = "plugins",
        header = "Shows the plugins that were found, and their settings: site-agent plugins list.",
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  site-agent plugins list", "  site-agent plugins settings digitalocean"})
final class PluginsCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "plugins what? There are: site-agent plugins list, site-agent plugins settings NAME");
    }

    /** {@code site-agent plugins list}. */
    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description =
                    "Shows every plugin that was found: id, version, provider, what it brings, its file, and what is"
                            + " wrong with a bad one.",
            footer = {
                "",
                "Examples:",
                "  site-agent plugins list",
                "  site-agent plugins list --json --plugins-dir /opt/plugins"
            })
    static final class ListCommand implements Callable<Integer> {
        private final Surroundings surroundings;

        @Mixin
        private PluginFolder folder = new PluginFolder();

        @Option(names = "--json", description = "As one JSON document, for programs.")
        private boolean json;

        ListCommand(Surroundings surroundings) {
            this.surroundings = surroundings;
        }

        @Override
        public Integer call() {
            surroundings.logErrorsToStderr();
            try (PluginHost plugins = folder.open(surroundings)) {
                PrintWriter out = surroundings.out();
                out.print(json ? PluginListing.json(plugins.reports()) : PluginListing.text(plugins.reports()));
                out.flush();
            }
            Path searched = folder.path(surroundings);
            if (Files.notExists(searched)) {
                surroundings.err().println("site-agent: there is no folder " + searched + " to find plugins in");
            }
            return 0;
        }
    }
}
