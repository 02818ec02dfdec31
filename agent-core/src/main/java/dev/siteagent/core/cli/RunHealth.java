package dev.siteagent.core.cli;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.HttpConfiguration;
import dev.siteagent.core.health.HealthServer;
import dev.siteagent.core.health.RememberedHealth;
import dev.siteagent.core.metrics.AgentMetrics;
import dev.siteagent.core.runtime.AgentRun;
import dev.siteagent.core.runtime.RunOptions;
import dev.siteagent.core.runtime.WaldurClients;
import dev.siteagent.core.runtime.WaldurProbe;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Health and metrics over HTTP while the agent runs, where the configuration names a port. */
final class RunHealth implements AutoCloseable {
    private static final Duration REMEMBERED = Duration.ofSeconds(10);

    private final Optional<HealthServer> server;

    private RunHealth(Optional<HealthServer> server) {
        this.server = server;
    }

    /**
     * Serves from now on. A port that cannot be opened is an error in the log, and the agent works without: orders do not
     * wait for whoever has the port, and probes tell.
     *
     * @param configuration names the port
     * @param run what is asked whether it is alive
     * @param metrics what is shown
     * @param options the options of the run
     */
    static RunHealth open(AgentConfiguration configuration, AgentRun run, AgentMetrics metrics, RunOptions options) {
        Logger log = LoggerFactory.getLogger(RunHealth.class);
        HttpConfiguration http = configuration.http();
        if (http.port() == 0) {
            return new RunHealth(Optional.empty());
        }
        WaldurProbe waldur = new WaldurProbe(
                new WaldurClients(configuration.globalProxy(), options.clock(), metrics.waldurCalls()),
                "waldur-site-agent-readyz/" + options.version());
        try {
            HealthServer server = new HealthServer(
                    new InetSocketAddress(http.bind(), http.port()),
                    run::hung,
                    new RememberedHealth(() -> waldur.failures(configuration.offerings()), REMEMBERED, options.clock()),
                    metrics.contentType(),
                    metrics::write,
                    options.redaction());
            log.info("Health and metrics are at {}", server.url());
            return new RunHealth(Optional.of(server));
        } catch (IOException | IllegalArgumentException e) {
            log.error(
                    "Health and metrics cannot be served at {}:{} ({}); the agent works without them. Give http.bind and"
                            + " http.port another address, or end what listens there.",
                    http.bind(),
                    http.port(),
                    e.getMessage());
            return new RunHealth(Optional.empty());
        }
    }

    @Override
    public void close() {
        server.ifPresent(HealthServer::close);
    }
}
