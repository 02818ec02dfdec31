package dev.siteagent.core.cli;

import dev.siteagent.core.config.SettingDescription;
import dev.siteagent.core.config.SettingsReference;
import dev.siteagent.core.config.SettingsTable;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.plugins.PluginRegistry;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code site-agent plugins settings}: what a plugin takes from the configuration file. */
@Command(
        name = "settings",
        mixinStandardHelpOptions = true,
        description =
                "Shows the keys that a backend, a username backend or a service takes from the configuration file:"
                        + " what each may be, its default and what it means, as the plugin itself says.",
        footer = {
            "",
            "Examples:",
            "  site-agent plugins settings digitalocean",
            "  site-agent plugins settings hobbyfarm --markdown"
        })
final class PluginSettingsCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec;

    @Mixin
    private PluginFolder folder = new PluginFolder();

    @Parameters(paramLabel = "NAME", description = "The name, as backend_type or a service's type has it.")
    private String name = "";

    @Option(names = "--markdown", description = "As tables for a page.")
    private boolean markdown;

    PluginSettingsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        surroundings.logErrorsToStderr();
        try (PluginHost plugins = folder.open(surroundings)) {
            Map<String, Class<?>> sections = sections(plugins.registry(), name.toLowerCase(Locale.ROOT));
            if (sections.isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(), "no plugin brings '" + name + "'; known: " + names(plugins.registry()));
            }
            PrintWriter out = surroundings.out();
            sections.values().removeIf(type -> SettingsReference.of(type).isEmpty());
            sections.forEach((section, type) -> print(out, section, SettingsReference.of(type)));
            if (sections.isEmpty()) {
                out.println(name + " takes no keys of its own.");
            }
            out.flush();
        }
        return 0;
    }

    /** Returns the classes of everything of that name by the section of the file that is bound to them. */
    private static Map<String, Class<?>> sections(PluginRegistry plugins, String name) {
        Map<String, Class<?>> sections = new LinkedHashMap<>();
        plugins.backend(name).ifPresent(backend -> {
            sections.put("backend_settings", backend.settingsType());
            sections.put("an entry of backend_components", backend.componentSettingsType());
        });
        plugins.usernameBackend(name)
                .ifPresent(usernames -> sections.put("backend_settings, for usernames", usernames.settingsType()));
        plugins.service(name).ifPresent(service -> sections.put("an entry of services", service.settingsType()));
        return sections;
    }

    private static String names(PluginRegistry plugins) {
        TreeSet<String> names = new TreeSet<>(plugins.backendNames());
        names.addAll(plugins.usernameBackendNames());
        names.addAll(plugins.serviceTypes());
        return String.join(", ", names);
    }

    private void print(PrintWriter out, String section, List<SettingDescription> settings) {
        if (markdown) {
            out.print(SettingsTable.markdown(settings));
        } else {
            out.print("Keys of " + section + ":\n\n" + SettingsTable.text(settings));
        }
        out.print("\n");
    }
}
