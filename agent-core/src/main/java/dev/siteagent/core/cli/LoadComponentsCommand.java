package dev.siteagent.core.cli;

import dev.siteagent.core.components.ComponentChange;
import dev.siteagent.core.components.ComponentChange.Difference;
import dev.siteagent.core.components.ComponentLoad;
import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.runtime.WaldurClients;
import dev.siteagent.core.waldur.WaldurCallListener;
import dev.siteagent.core.waldur.WaldurException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code site-agent load-components}. */
@Command(
        name = "load-components",
        mixinStandardHelpOptions = true,
        header = "Creates or updates offering components in Waldur.",
        description =
                "Makes the components of each offering in Waldur what backend_components says. Components and fields"
                        + " that the file does not have are left alone.",
        footer = {
            "",
            "Exit status: 0 all is as the file says (or would be), 1 some of it failed, 2 the configuration cannot be used.",
            "",
            "Examples:",
            "  site-agent load-components -c site-agent.yaml --dry-run   what would change?",
            "  site-agent load-components -c site-agent.yaml"
        })
final class LoadComponentsCommand implements Callable<Integer> {
    private final Surroundings surroundings;
    private boolean failed;

    @Mixin
    private ConfigurationFile file = new ConfigurationFile();

    @Mixin
    private PluginFolder folder = new PluginFolder();

    @Option(names = "--dry-run", description = "Show what would change, and write nothing.")
    private boolean dryRun;

    LoadComponentsCommand(Surroundings surroundings) {
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
            load(configuration.get(), out);
            if (dryRun) {
                out.println("This was a dry run: nothing was written.");
            }
        }
        return failed ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    private void load(AgentConfiguration configuration, Progress out) throws InterruptedException {
        WaldurClients waldurs =
                new WaldurClients(configuration.globalProxy(), Clock.systemUTC(), WaldurCallListener.NONE);
        for (OfferingConfiguration offering : configuration.offerings()) {
            out.println(offering.name());
            out.at("asking Waldur for the components of " + offering.name());
            ComponentLoad components = new ComponentLoad(
                    waldurs.of(offering, "waldur-site-agent-load-components/" + AgentVersion.current())
                            .offerings(),
                    offering.uuid());
            load(offering, components, out);
        }
        configuration.disabled().forEach(offering -> {
            out.println(offering.name());
            fail("not loaded, for its configuration is wrong: " + offering.reason(), out);
        });
    }

    private void load(OfferingConfiguration offering, ComponentLoad components, Progress out)
            throws InterruptedException {
        List<ComponentChange> changes;
        try {
            changes = components.compare(offering.components());
        } catch (WaldurException e) {
            fail(e.getMessage(), out);
            return;
        }
        if (changes.isEmpty()) {
            out.println("  no backend_components in the file");
        }
        for (ComponentChange change : changes) {
            try {
                if (!dryRun) {
                    out.at("writing " + change.wanted().type() + " of " + offering.name());
                    components.apply(change);
                }
                out.println("  " + described(change));
            } catch (WaldurException e) {
                fail(change.wanted().type() + ": " + e.getMessage(), out);
            }
        }
    }

    private String described(ComponentChange change) {
        String type = change.wanted().type();
        if (change instanceof ComponentChange.Create create) {
            return (dryRun ? "to create  " : "created    ") + type + ": "
                    + create.values().stream()
                            .map(value -> value.field() + " " + value.wanted())
                            .collect(Collectors.joining(", "));
        }
        if (change instanceof ComponentChange.Update update) {
            return (dryRun ? "to update  " : "updated    ") + type + ": "
                    + update.differences().stream()
                            .map(LoadComponentsCommand::described)
                            .collect(Collectors.joining(", "));
        }
        return "as it is   " + type;
    }

    private static String described(Difference difference) {
        return difference.field() + " " + difference.now() + " → " + difference.wanted();
    }

    private void fail(String text, Progress out) {
        failed = true;
        out.println("  failed     " + surroundings.log().redaction().clean(text));
    }
}
