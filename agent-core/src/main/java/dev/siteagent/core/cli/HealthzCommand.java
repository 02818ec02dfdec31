package dev.siteagent.core.cli;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.runtime.Heartbeat;
import dev.siteagent.core.runtime.WaldurClients;
import dev.siteagent.core.runtime.WaldurProbe;
import dev.siteagent.core.waldur.WaldurCallListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code site-agent healthz}: for probes of Kubernetes and the like. */
@Command(
        name = "healthz",
        mixinStandardHelpOptions = true,
        header = "For probes: is the agent alive, does Waldur answer?",
        description =
                "Tells whether the agent is alive, by the age of its heartbeat file, and whether the Waldur of any"
                        + " offering answers.",
        footer = {
            "",
            "Exit status: 0 healthy, 1 not.",
            "",
            "Examples:",
            "  site-agent healthz --liveness-only",
            "  site-agent healthz -c site-agent.yaml --max-age 900"
        })
final class HealthzCommand implements Callable<Integer> {
    private final Surroundings surroundings;
    private final Clock clock = Clock.systemUTC();

    @Option(
            names = {"-c", "--config-file"},
            paramLabel = "FILE",
            defaultValue = "/etc/waldur-site-agent/config.yaml",
            showDefaultValue = Visibility.ALWAYS,
            description = "The configuration file.")
    private Path file;

    @Option(names = "--liveness-only", description = "Leave Waldur out.")
    private boolean livenessOnly;

    @Option(
            names = "--max-age",
            paramLabel = "SECONDS",
            defaultValue = "300",
            showDefaultValue = Visibility.ALWAYS,
            description = "The greatest age of the heartbeat.")
    private long maxAge;

    @Mixin
    private PluginFolder folder = new PluginFolder();

    HealthzCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        surroundings.logErrorsToStderr();
        Optional<String> problem = dead();
        if (problem.isEmpty() && !livenessOnly) {
            problem = unready();
        }
        if (problem.isPresent()) {
            surroundings
                    .err()
                    .println("unhealthy: " + surroundings.log().redaction().clean(problem.get()));
            return ExitCode.SOFTWARE;
        }
        surroundings
                .out()
                .println(livenessOnly ? "healthy: the agent is alive" : "healthy: the agent is alive, Waldur answers");
        return ExitCode.OK;
    }

    private Optional<String> dead() throws IOException {
        Path heartbeat = Heartbeat.defaultFile();
        try {
            Duration age = Duration.between(Files.getLastModifiedTime(heartbeat).toInstant(), clock.instant());
            return age.toSeconds() < maxAge
                    ? Optional.empty()
                    : Optional.of("the heartbeat " + heartbeat + " is " + age.toSeconds() + " s old, " + maxAge
                            + " s are the limit: the agent hangs or has ended");
        } catch (NoSuchFileException e) {
            return Optional.of("there is no heartbeat " + heartbeat + ": no agent runs here, or it is just starting");
        }
    }

    private Optional<String> unready() throws InterruptedException {
        try (PluginHost plugins = folder.open(surroundings)) {
            Optional<AgentConfiguration> configuration = ConfigurationFile.read(file, surroundings, plugins.registry())
                    .configuration();
            if (configuration.isEmpty()) {
                return Optional.of(file + " cannot be used; look at: site-agent validate -c " + file);
            }
            return unreachable(configuration.get());
        }
    }

    private Optional<String> unreachable(AgentConfiguration configuration) throws InterruptedException {
        WaldurClients waldurs = new WaldurClients(configuration.globalProxy(), clock, WaldurCallListener.NONE);
        List<String> failures = new WaldurProbe(waldurs, "waldur-site-agent-healthz/" + AgentVersion.current())
                .failures(configuration.offerings());
        return failures.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", failures));
    }
}
