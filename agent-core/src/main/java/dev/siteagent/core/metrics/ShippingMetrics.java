package dev.siteagent.core.metrics;

import dev.siteagent.core.shipping.ShippingListener;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** Counts the lines of the log that go to Waldur. Thread-safe. */
final class ShippingMetrics implements ShippingListener {
    private final Counter lines;

    ShippingMetrics(PrometheusRegistry registry) {
        lines = Counter.builder()
                .name("siteagent_log_lines_total")
                .help("Lines of the log for Waldur by offering and outcome (shipped or dropped).")
                .labelNames("offering", "outcome")
                .register(registry);
    }

    @Override
    public void shipped(String offering, long count) {
        lines.labelValues(offering, "shipped").inc(count);
    }

    @Override
    public void dropped(String offering, long count) {
        lines.labelValues(offering, "dropped").inc(count);
    }
}
