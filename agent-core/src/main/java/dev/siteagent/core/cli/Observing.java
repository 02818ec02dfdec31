package dev.siteagent.core.cli;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.metrics.AgentMetrics;
import dev.siteagent.core.observe.AgentLog;
import dev.siteagent.core.observe.SentryReports;
import dev.siteagent.core.runtime.RunOptions;
import dev.siteagent.core.shipping.LogShipping;
import dev.siteagent.spi.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log while the agent runs: its levels, its repeats, and where it goes beside standard output, as the configuration says
 * at any time. Thread-safe.
 */
final class Observing implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(Observing.class);
    private static final Duration LOOK = Duration.ofSeconds(5);

    /** As Sentry's own clients read it. */
    private static final String SENTRY_ENVIRONMENT = "SENTRY_ENVIRONMENT";

    private final AgentLog log;
    private final String version;
    private final LogShipping shipping;
    private final AgentLog.Tap shippingTap;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread teller = new Thread(this::tellRepeats, "log-repeats");
    private final Optional<String> sentryEnvironment;
    private Optional<Sentry> sentry = Optional.empty();
    private Optional<URI> apm = Optional.empty();

    /** Sentry as one configuration wants it; without reports where the address is bad. */
    private record Sentry(Secret dsn, Optional<URI> proxy, Optional<SentryReports> reports, AgentLog.Tap tap) {
        @Override
        public String toString() {
            return "Sentry[]";
        }

        void close() {
            tap.close();
            reports.ifPresent(SentryReports::close);
        }
    }

    /**
     * Limits repeats from now on; the rest begins by {@link #apply}.
     *
     * @param surroundings of the process, whose log is written already
     * @param options the options of the run
     * @param metrics counts
     */
    Observing(Surroundings surroundings, RunOptions options, AgentMetrics metrics) {
        this.log = surroundings.log();
        this.sentryEnvironment = surroundings.variable(SENTRY_ENVIRONMENT);
        this.version = options.version();
        this.shipping = new LogShipping(
                version, options.clock(), metrics.waldurCalls(), metrics.shipping(), ThreadLocalRandom.current());
        teller.setDaemon(true);
        log.limitRepeats(options.clock());
        this.shippingTap = log.also(shipping);
    }

    /** Begins what goes on by itself. */
    void start() {
        shipping.start();
        teller.start();
    }

    private void tellRepeats() {
        try {
            while (!closed.await(LOOK.toSeconds(), TimeUnit.SECONDS)) {
                log.tellRepeats();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Does as a configuration says from now on. */
    synchronized void apply(AgentConfiguration configuration) {
        if (closed.getCount() == 0) {
            return;
        }
        log.levels(configuration.logLevel(), configuration.logLevels());
        shipping.change(configuration);
        boolean same = sentry.map(Sentry::dsn).equals(configuration.sentryDsn())
                && sentry.map(Sentry::proxy).orElse(configuration.globalProxy()).equals(configuration.globalProxy());
        if (!same) {
            sentry.ifPresent(Sentry::close);
            sentry = configuration.sentryDsn().map(dsn -> open(dsn, configuration.globalProxy()));
        }
        if (!apm.equals(configuration.elasticApmServerUrl())) {
            apm = configuration.elasticApmServerUrl();
            apm.ifPresent(
                    url -> logger.warn(
                            "elastic_apm_server_url has no effect: this agent sends nothing to Elastic APM."
                                    + " Use OpenTelemetry for traces, whose data Elastic takes, too; docs/observability.md tells how."));
        }
    }

    private Sentry open(Secret dsn, Optional<URI> proxy) {
        Optional<SentryReports> reports = SentryReports.open(dsn, proxy, version, sentryEnvironment, log.redaction());
        return new Sentry(dsn, proxy, reports, reports.map(log::also).orElse(() -> {}));
    }

    /** Writes what was held back and sends what waits, for some seconds at most. */
    @Override
    public synchronized void close() {
        closed.countDown();
        log.tellAllRepeats();
        shipping.close();
        shippingTap.close();
        sentry.ifPresent(Sentry::close);
    }
}
