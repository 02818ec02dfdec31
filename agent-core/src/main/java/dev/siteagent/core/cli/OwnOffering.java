package dev.siteagent.core.cli;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.demo.Demo;
import dev.siteagent.core.demo.OwnOrders;
import dev.siteagent.core.plugins.PluginHost;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of a demo that serves an offering of the user's own. */
final class OwnOffering {
    @Option(
            names = {"-c", "--config-file"},
            paramLabel = "FILE",
            required = true,
            description = "The configuration file that has the offering.")
    private Path file;

    @Option(
            names = "--offering",
            paramLabel = "NAME",
            description = "The offering, by its name; the first of the file without it.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--attributes",
            paramLabel = "JSON",
            defaultValue = "{}",
            description = "The attributes that are ordered, an object.")
    private String attributes;

    @Option(
            names = "--limits",
            paramLabel = "JSON",
            defaultValue = "{}",
            description = "The limits that are ordered, in Waldur's units, an object of whole numbers.")
    private String limits;

    @Option(
            names = "--other-limits",
            paramLabel = "JSON",
            defaultValue = "{}",
            description = "The limits that are ordered later; no such order without it.")
    private String otherLimits;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    /** Asks before anything real is made. */
    boolean agreed(Surroundings surroundings, CommandLine command) throws IOException {
        return yes
                || surroundings
                        .ask("This makes a real resource by the settings of " + file
                                + ", which may cost money until the demo deletes it. Go on?")
                        .orElseThrow(() -> new ParameterException(
                                command,
                                "this would make real resources, and nobody is at the terminal to agree: add --yes"));
    }

    int play(Demo demo, PluginHost plugins, Surroundings surroundings, CommandLine command)
            throws IOException, InterruptedException {
        OwnOrders orders = orders(new JsonOption(command), command);
        ConfigurationResult read = ConfigurationFile.read(file, surroundings, plugins.registry());
        read.problems().forEach(surroundings.out()::println);
        if (read.configuration().isEmpty()) {
            return ExitCode.USAGE;
        }
        AgentConfiguration configuration = read.configuration().get();
        OfferingConfiguration served = configuration.offerings().stream()
                .filter(known -> name.isEmpty() || known.name().equals(name.get()))
                .findFirst()
                .orElseThrow(() -> new ParameterException(
                        command, "there is no offering " + name.orElse("") + " in " + file + " that can be served"));
        return demo.playOwn(plugins, configuration, served, orders) ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private OwnOrders orders(JsonOption json, CommandLine command) {
        return new OwnOrders(
                json.object("--attributes", attributes),
                whole(command, "--limits", json.numbers("--limits", limits)),
                whole(command, "--other-limits", json.numbers("--other-limits", otherLimits)));
    }

    private static Map<String, Long> whole(CommandLine command, String option, Map<String, BigDecimal> numbers) {
        Map<String, Long> whole = new LinkedHashMap<>();
        numbers.forEach((component, amount) -> {
            try {
                whole.put(component, amount.longValueExact());
            } catch (ArithmeticException e) {
                throw new ParameterException(command, option + ": " + component + " must be a whole number", e);
            }
        });
        return whole;
    }
}
