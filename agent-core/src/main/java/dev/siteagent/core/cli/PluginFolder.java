package dev.siteagent.core.cli;

import dev.siteagent.core.plugins.PluginCallListener;
import dev.siteagent.core.plugins.PluginHost;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that names the folder of plugins. */
final class PluginFolder {
    /** The environment variable that names it where the option does not. */
    static final String VARIABLE = "SITE_AGENT_PLUGINS_DIR";

    @Option(
            names = "--plugins-dir",
            paramLabel = "FOLDER",
            description = "The folder of plugins; without it the one that " + VARIABLE
                    + " names, else plugins/ of the distribution.")
    private Optional<Path> folder = Optional.empty();

    /** Loads every plugin of the folder; the caller closes the host. */
    PluginHost open(Surroundings surroundings) {
        return open(surroundings, PluginCallListener.NONE);
    }

    /**
     * Loads every plugin of the folder; the caller closes the host.
     *
     * @param calls hears of every call of a plugin
     */
    PluginHost open(Surroundings surroundings, PluginCallListener calls) {
        return started(new PluginHost(path(surroundings), calls));
    }

    /**
     * Loads every plugin of the folder for a process that lasts, and while it does the folder may change; the caller closes the
     * host.
     *
     * @param calls hears of every call of a plugin
     */
    PluginHost openForLong(Surroundings surroundings, PluginCallListener calls) {
        return started(PluginHost.copying(path(surroundings), calls));
    }

    /** Returns the folder that the command line names; empty when it names none. */
    Optional<Path> named() {
        return folder;
    }

    /** Returns the folder that plugins are loaded from, which need not exist. */
    Path path(Surroundings surroundings) {
        return folder.or(() -> surroundings.variable(VARIABLE).map(Path::of))
                .orElseGet(() -> surroundings.home().resolve("plugins"));
    }

    private static PluginHost started(PluginHost plugins) {
        plugins.start();
        return plugins;
    }
}
