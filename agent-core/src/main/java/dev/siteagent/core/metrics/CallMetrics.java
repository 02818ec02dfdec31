package dev.siteagent.core.metrics;

import dev.siteagent.core.plugins.PluginCallListener;
import dev.siteagent.core.waldur.WaldurCallListener;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Locale;

/** Counts the calls of Waldur and of plugins. Thread-safe. */
final class CallMetrics implements WaldurCallListener, PluginCallListener {
    private final Counter waldurCalls;
    private final Histogram waldurSeconds;
    private final Counter waldurRetries;
    private final Counter backendCalls;
    private final Histogram backendSeconds;
    private final RunningCalls running;

    CallMetrics(PrometheusRegistry registry) {
        waldurCalls = Counter.builder()
                .name("siteagent_waldur_calls_total")
                .help("Requests to Waldur, each attempt, by endpoint and HTTP status (0: no answer).")
                .labelNames("operation", "status")
                .register(registry);
        waldurSeconds = Histogram.builder()
                .name("siteagent_waldur_call_seconds")
                .help("How long Waldur takes to answer.")
                .labelNames("operation")
                .classicOnly()
                .register(registry);
        waldurRetries = Counter.builder()
                .name("siteagent_waldur_retries_total")
                .help("Requests to Waldur that were tried again.")
                .labelNames("operation")
                .register(registry);
        backendCalls = Counter.builder()
                .name("siteagent_backend_calls_total")
                .help("Calls of plugins by hook and outcome (ok, not_ready, transient, permanent, interrupted, fault).")
                .labelNames("plugin", "operation", "status")
                .register(registry);
        backendSeconds = Histogram.builder()
                .name("siteagent_backend_call_seconds")
                .help("How long plugins take.")
                .labelNames("plugin", "operation")
                .classicOnly()
                .register(registry);
        running = new RunningCalls(registry, System::nanoTime);
    }

    @Override
    public void attempted(String operation, int status, Duration took) {
        waldurCalls.labelValues(operation, Integer.toString(status)).inc();
        waldurSeconds.labelValues(operation).observe(seconds(took));
    }

    @Override
    public void retrying(String operation, Duration pause) {
        waldurRetries.labelValues(operation).inc();
    }

    @Override
    public Runnable begins(String plugin, String operation) {
        return running.begins(plugin, operation);
    }

    @Override
    public void called(String plugin, String operation, Outcome outcome, Duration took) {
        backendCalls
                .labelValues(plugin, operation, outcome.name().toLowerCase(Locale.ROOT))
                .inc();
        backendSeconds.labelValues(plugin, operation).observe(seconds(took));
    }

    private static double seconds(Duration took) {
        return took.toNanos() / 1e9;
    }
}
