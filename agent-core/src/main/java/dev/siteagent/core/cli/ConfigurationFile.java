package dev.siteagent.core.cli;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.BackendCatalog;
import dev.siteagent.core.config.ConfigurationReader;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.plugins.PluginHost;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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

    /**
     * Reads it for a command whose output is something else: what is wrong with it goes to standard error.
     *
     * @return what can run; empty when nothing can, of which standard error says what to do
     */
    Optional<AgentConfiguration> usable(Surroundings surroundings, PluginHost plugins) {
        ConfigurationResult read = read(surroundings, plugins);
        PrintWriter err = surroundings.err();
        read.problems().forEach(err::println);
        if (read.configuration().isEmpty()) {
            err.println("site-agent: nothing can be done with " + file + ": " + advice(surroundings));
        }
        return read.configuration();
    }

    /** Returns what to do about a file with which nothing can run. */
    String advice(Surroundings surroundings) {
        if (Files.exists(file)) {
            return "correct the errors above";
        }
        Path example = surroundings.home().resolve("conf/site-agent.yaml");
        return "name your file with -c FILE; to begin one, copy " + example + " and fill it in";
    }

    /** Reads any configuration file, and tells the log which secrets it must not show. */
    static ConfigurationResult read(Path file, Surroundings surroundings, BackendCatalog plugins) {
        ConfigurationResult result = new ConfigurationReader(plugins, surroundings.variables()).read(file);
        result.secrets().forEach(surroundings.log().redaction()::hide);
        return result;
    }
}
