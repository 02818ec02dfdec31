package dev.siteagent.core.cli;

import dev.siteagent.core.config.ConfigurationReport;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.plugins.PluginHost;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code site-agent validate}. */
@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        header = "Checks the configuration.",
        description =
                "Checks the configuration: every problem with file, line and column, and what each offering would run"
                        + " with. Reaches no network.",
        footer = {
            "",
            "Exit status: 0 no error (warnings may be there), 2 errors.",
            "",
            "Example:",
            "  site-agent validate -c site-agent.yaml"
        })
final class ValidateCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private ConfigurationFile file = new ConfigurationFile();

    @Mixin
    private PluginFolder folder = new PluginFolder();

    ValidateCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        surroundings.logErrorsToStderr();
        try (PluginHost plugins = folder.open(surroundings)) {
            ConfigurationResult read = file.read(surroundings, plugins);
            ConfigurationReport report = new ConfigurationReport(file.path(), read);
            PrintWriter out = surroundings.out();
            out.print(report.text());
            out.flush();
            if (read.configuration().isEmpty()) {
                surroundings.err().println("site-agent: nothing can run: " + file.advice(surroundings));
            }
            return report.exitStatus();
        }
    }
}
