package dev.siteagent.core.metrics;

import dev.siteagent.core.reload.ReloadListener;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Locale;

/** Counts reloads. Thread-safe. */
final class ReloadMetrics implements ReloadListener {
    private final Counter reloads;

    ReloadMetrics(PrometheusRegistry registry) {
        reloads = Counter.builder()
                .name("siteagent_reloads_total")
                .help("Reloads by cause (request or plugin) and outcome (applied, partly or refused).")
                .labelNames("cause", "outcome")
                .register(registry);
    }

    @Override
    public void reloaded(Cause cause, Outcome outcome) {
        reloads.labelValues(
                        cause.name().toLowerCase(Locale.ROOT), outcome.name().toLowerCase(Locale.ROOT))
                .inc();
    }
}
