package dev.siteagent.core.cli;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.runtime.Diagnostics;
import dev.siteagent.spi.Diagnosis.Finding;
import dev.siteagent.spi.Diagnosis.Level;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code site-agent diagnostics}. */
@Command(
        name = "diagnostics",
        mixinStandardHelpOptions = true,
        header = "Reaches Waldur and each backend, and shows what is there.",
        description = "Reaches Waldur and each backend, and shows user, offering, components, open orders and what each"
                + " backend says of itself. Changes nothing.",
        footer = {
            "",
            "Exit status: 0 all works, 1 something does not, 2 the configuration cannot be used.",
            "",
            "Example:",
            "  site-agent diagnostics -c site-agent.yaml"
        })
final class DiagnosticsCommand implements Callable<Integer> {
    private static final String RED = "\u001b[31m";
    private static final String YELLOW = "\u001b[33m";
    private static final String GREEN = "\u001b[32m";
    private static final String PLAIN = "\u001b[0m";

    private final Surroundings surroundings;
    private boolean bad;

    @Mixin
    private ConfigurationFile file = new ConfigurationFile();

    @Mixin
    private PluginFolder folder = new PluginFolder();

    DiagnosticsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        surroundings.logErrorsToStderr();
        PrintWriter out = surroundings.out();
        try (PluginHost plugins = folder.open(surroundings)) {
            ConfigurationResult read = file.read(surroundings, plugins);
            read.problems().forEach(out::println);
            if (read.configuration().isEmpty()) {
                return ExitCode.USAGE;
            }
            look(read.configuration().get(), plugins, out);
        }
        return bad ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    private void look(AgentConfiguration configuration, PluginHost plugins, PrintWriter out)
            throws InterruptedException {
        Diagnostics diagnostics =
                new Diagnostics(configuration, plugins.registry(), AgentVersion.current(), Clock.systemUTC());
        for (OfferingConfiguration offering : configuration.offerings()) {
            out.println(offering.name());
            diagnostics.look(offering, finding -> show(finding, out));
        }
        configuration.disabled().forEach(offering -> {
            out.println(offering.name());
            show(new Finding(Level.BAD, "not served, for its configuration is wrong: " + offering.reason()), out);
        });
    }

    private void show(Finding finding, PrintWriter out) {
        bad |= finding.level() == Level.BAD;
        String text = surroundings.log().redaction().clean(finding.text());
        out.println("  " + mark(finding.level()) + "  " + text.replace("\n", "\n           "));
    }

    private String mark(Level level) {
        return switch (level) {
            case GOOD -> coloured(GREEN, "good   ");
            case WARNING -> coloured(YELLOW, "warning");
            case BAD -> coloured(RED, "bad    ");
        };
    }

    private String coloured(String colour, String text) {
        return surroundings.colours() ? colour + text + PLAIN : text;
    }
}
