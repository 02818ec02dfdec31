package dev.siteagent.core.metrics;

import dev.siteagent.core.orders.OrderResult;
import dev.siteagent.core.runtime.Mode;
import dev.siteagent.core.runtime.OrderInHand;
import dev.siteagent.core.runtime.OrderListener;
import dev.siteagent.core.waldur.WaldurOrder;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Counts orders and the cycles that look for them. Thread-safe. */
final class OrderMetrics implements OrderListener {
    /** From an order that needs nothing to a machine that boots for half an hour. */
    private static final double[] ORDER_SECONDS = {0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800};

    static final String MACHINE_LEFT = "siteagent_machine_left";

    private final Counter cycles;
    private final Histogram cycleSeconds;
    private final Counter orders;
    private final Histogram orderSeconds;
    private final Counter retries;
    private final Gauge inHand;
    private final Gauge left;

    OrderMetrics(PrometheusRegistry registry) {
        cycles = Counter.builder()
                .name("siteagent_cycles_total")
                .help("Cycles by mode and outcome (good or failed).")
                .labelNames("offering", "mode", "outcome")
                .register(registry);
        cycleSeconds = Histogram.builder()
                .name("siteagent_cycle_seconds")
                .help("How long cycles take; of orders, how long it takes to list them.")
                .labelNames("offering", "mode")
                .classicOnly()
                .register(registry);
        orders = Counter.builder()
                .name("siteagent_orders_total")
                .help("Orders that left the agent's hands, by type and outcome; postponed ones come back.")
                .labelNames("offering", "type", "outcome")
                .register(registry);
        orderSeconds = Histogram.builder()
                .name("siteagent_order_seconds")
                .help("How long orders were in the agent's hands.")
                .labelNames("offering", "type")
                .classicOnly()
                .classicUpperBounds(ORDER_SECONDS)
                .register(registry);
        retries = Counter.builder()
                .name("siteagent_order_retries_total")
                .help("Orders that were tried again within a cycle.")
                .labelNames("offering")
                .register(registry);
        inHand = Gauge.builder()
                .name("siteagent_orders_in_hand")
                .help(
                        "Orders that the backend works on (waiting), that wait for their turn (queued), that are worked on"
                                + " (active).")
                .labelNames("offering", "state")
                .register(registry);
        left = Gauge.builder()
                .name(MACHINE_LEFT)
                .help("Machines that stayed when their order was cancelled meanwhile; they cost money.")
                .labelNames("offering", "resource", "backend_id")
                .register(registry);
    }

    @Override
    public void ended(String offering, OrderResult result, Duration took) {
        WaldurOrder order = result.order();
        String type = type(order);
        orders.labelValues(offering, type, outcome(result)).inc();
        orderSeconds.labelValues(offering, type).observe(seconds(took));
        if (result instanceof OrderResult.Overtaken overtaken) {
            overtaken.backendId().ifPresent(id -> left.labelValues(offering, resource(order), id)
                    .set(1));
        }
    }

    @Override
    public void cycle(String offering, Mode mode, boolean good, Duration took) {
        cycles.labelValues(offering, mode.wireName(), good ? "good" : "failed").inc();
        cycleSeconds.labelValues(offering, mode.wireName()).observe(seconds(took));
    }

    @Override
    public void retrying(String offering) {
        retries.labelValues(offering).inc();
    }

    @Override
    public void depth(String offering, int waiting, int queued, int active) {
        inHand.labelValues(offering, "waiting").set(waiting);
        inHand.labelValues(offering, "queued").set(queued);
        inHand.labelValues(offering, "active").set(active);
    }

    @Override
    public void inHand(String offering, int number, List<OrderInHand> orders) {
        // Their numbers are what is measured.
    }

    private static String outcome(OrderResult result) {
        return result.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    private static String type(WaldurOrder order) {
        return order.type().name().toLowerCase(Locale.ROOT);
    }

    private static String resource(WaldurOrder order) {
        return String.valueOf(order.marketplaceResourceUuid());
    }

    private static double seconds(Duration took) {
        return took.toNanos() / 1e9;
    }
}
