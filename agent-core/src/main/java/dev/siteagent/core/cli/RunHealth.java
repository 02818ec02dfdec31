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
import dev.siteagent.core.status.AgentStatus;
import dev.siteagent.core.status.StatusPage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Health and metrics over HTTP while the agent runs, where the configuration names a port. */
final class RunHealth implements AutoCloseable {
    private static final Duration REMEMBERED = Duration.ofSeconds(10);

    private final AgentRun run;
    private final AgentMetrics metrics;
    private final RunOptions options;
    private final Supplier<AgentStatus> status;
    private Wanted wanted = new Wanted(new HttpConfiguration("", 0), Optional.empty());
    private Optional<HealthServer> server = Optional.empty();
    private boolean closed;

    /** What of a configuration makes a difference here. */
    private record Wanted(HttpConfiguration http, Optional<URI> proxy) {
        @Override
        public String toString() {
            return "Wanted[" + http + "]";
        }
    }

    /**
     * Serves nothing yet.
     *
     * @param run what is asked whether it is alive
     * @param metrics what is shown
     * @param options the options of the run
     * @param status tells how the agent is
     */
    RunHealth(AgentRun run, AgentMetrics metrics, RunOptions options, Supplier<AgentStatus> status) {
        this.run = run;
        this.metrics = metrics;
        this.options = options;
        this.status = status;
    }

    /**
     * Serves where a configuration says, from now on; what is served there already goes on. An address that cannot be opened
     * is an error in the log, and what was served before goes on: orders do not wait for whoever has the port, and probes
     * tell.
     */
    synchronized void serve(AgentConfiguration configuration) {
        Wanted before = wanted;
        Wanted now = new Wanted(configuration.http(), configuration.globalProxy());
        // One that could not be opened is tried again: whoever had the port may be gone.
        if (closed || (now.equals(before) && server.isPresent())) {
            return;
        }
        // Closed first: the new address may be the old port on more addresses.
        server.ifPresent(HealthServer::close);
        server = open(now);
        wanted = now;
        if (server.isEmpty() && now.http().port() != 0 && before.http().port() != 0) {
            server = open(before);
            wanted = before;
        }
    }

    private Optional<HealthServer> open(Wanted where) {
        Logger log = LoggerFactory.getLogger(RunHealth.class);
        HttpConfiguration http = where.http();
        if (http.port() == 0) {
            return Optional.empty();
        }
        WaldurProbe waldur = new WaldurProbe(
                new WaldurClients(where.proxy(), options.clock(), metrics.waldurCalls()),
                "waldur-site-agent-readyz/" + options.version());
        try {
            HealthServer opened = new HealthServer(
                    new InetSocketAddress(http.bind(), http.port()),
                    run::hung,
                    new RememberedHealth(() -> waldur.failures(run.offerings()), REMEMBERED, options.clock()),
                    metrics.contentType(),
                    metrics::write,
                    () -> StatusPage.of(status.get(), options.redaction()),
                    options.redaction());
            log.info("Health and metrics are at {}", opened.url());
            return Optional.of(opened);
        } catch (IOException | IllegalArgumentException e) {
            log.error(
                    "Health and metrics cannot be served at {}:{} ({}); the agent works without them. Give http.bind and"
                            + " http.port another address, or end what listens there.",
                    http.bind(),
                    http.port(),
                    e.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        server.ifPresent(HealthServer::close);
    }
}
