package dev.siteagent.core.cli;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.runtime.Diagnostics;
import dev.siteagent.spi.Diagnosis.Finding;
import dev.siteagent.spi.Diagnosis.Level;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
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
    private final Set<String> bad = new LinkedHashSet<>();
    private int warnings;

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
        try (PluginHost plugins = folder.open(surroundings);
                Progress out = Progress.of(surroundings)) {
            Optional<AgentConfiguration> configuration = file.usable(surroundings, plugins);
            if (configuration.isEmpty()) {
                return ExitCode.USAGE;
            }
            look(configuration.get(), plugins, out);
            out.println("");
            conclude(configuration.get(), out);
        }
        return bad.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private void look(AgentConfiguration configuration, PluginHost plugins, Progress out) throws InterruptedException {
        Diagnostics diagnostics =
                new Diagnostics(configuration, plugins.registry(), AgentVersion.current(), Clock.systemUTC());
        for (OfferingConfiguration offering : configuration.offerings()) {
            out.println(offering.name());
            out.at("asking Waldur and the backends of " + offering.name());
            diagnostics.look(offering, finding -> show(offering.name(), finding, out));
        }
        configuration.disabled().forEach(offering -> {
            out.println(offering.name());
            show(
                    offering.name(),
                    new Finding(Level.BAD, "not served, for its configuration is wrong: " + offering.reason()),
                    out);
        });
    }

    private void show(String offering, Finding finding, Progress out) {
        if (finding.level() == Level.BAD) {
            bad.add(offering);
        }
        warnings += finding.level() == Level.WARNING ? 1 : 0;
        String text = surroundings.log().redaction().clean(finding.text());
        out.println("  " + mark(finding.level()) + "  " + text.replace("\n", "\n           "));
    }

    /** Says at the end, where somebody looks, what is wrong and what to do. */
    private void conclude(AgentConfiguration configuration, Progress out) {
        int all = configuration.offerings().size() + configuration.disabled().size();
        out.println(all - bad.size() + " of " + all + (all == 1 ? " offering works" : " offerings work")
                + (warnings == 0 ? "" : ", " + warnings + (warnings == 1 ? " warning" : " warnings")));
        if (!bad.isEmpty()) {
            out.println(
                    "What does not: " + String.join(", ", bad) + ". Correct what is marked bad, then run this again.");
        }
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
