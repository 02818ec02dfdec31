package dev.siteagent.core.cli;

import dev.siteagent.core.config.BackendCatalog;
import dev.siteagent.core.config.ConfigurationReader;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.plugins.PluginHost;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that names the configuration file, and how commands read it. */
final class ConfigurationFile {
    @Option(
            names = {"-c", "--config-file"},
            paramLabel = "FILE",
            defaultValue = "waldur-site-agent-config.yaml",
            showDefaultValue = picocli.CommandLine.Help.Visibility.ALWAYS,
            description = "The configuration file.")
    private Path file;

    Path path() {
        return file;
    }

    /** Reads it, and tells the log which secrets it must not show. */
    ConfigurationResult read(Surroundings surroundings, PluginHost plugins) {
        return read(surroundings, plugins.registry());
    }

    /** Reads it for a set of plugins, and tells the log which secrets it must not show. */
    ConfigurationResult read(Surroundings surroundings, BackendCatalog plugins) {
        return read(file, surroundings, plugins);
    }

    /** Reads any configuration file, and tells the log which secrets it must not show. */
    static ConfigurationResult read(Path file, Surroundings surroundings, BackendCatalog plugins) {
        ConfigurationResult result = new ConfigurationReader(plugins, surroundings.variables()).read(file);
        result.secrets().forEach(surroundings.log().redaction()::hide);
        return result;
    }
}
