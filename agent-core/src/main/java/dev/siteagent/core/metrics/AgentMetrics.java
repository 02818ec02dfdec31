package dev.siteagent.core.metrics;

import dev.siteagent.core.budgets.SharedRateBudgets;
import dev.siteagent.core.plugins.PluginCallListener;
import dev.siteagent.core.plugins.PluginReport;
import dev.siteagent.core.reload.ReloadListener;
import dev.siteagent.core.runtime.OrderListener;
import dev.siteagent.core.shipping.ShippingListener;
import dev.siteagent.core.waldur.WaldurCallListener;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Every metric of one agent. It hears of work through its listeners and asks for levels when it is read.
 *
 * <p>Labels hold names of offerings, plugins and operations, ids of machines that were left, and the start of a digest of
 * an account; no token and nothing of users. Thread-safe.
 */
public final class AgentMetrics {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final PrometheusTextFormatWriter text = PrometheusTextFormatWriter.create();
    private final OrderMetrics orders = new OrderMetrics(registry);
    private final CallMetrics calls = new CallMetrics(registry);
    private final ReloadMetrics reloads = new ReloadMetrics(registry);
    private final ReentrantLock virtualMachine = new ReentrantLock();
    private boolean virtualMachineShown;
    private volatile Optional<ServedOfferings> served = Optional.empty();
    private final ShippingMetrics shipping = new ShippingMetrics(registry);

    /**
     * Begins to count.
     *
     * @param budgets the rate budgets of the process
     */
    public AgentMetrics(SharedRateBudgets budgets) {
        GaugeWithCallback.builder()
                .name("siteagent_rate_limit_left")
                .help("Requests that the provider's rate limits allow at once.")
                .labelNames("api", "account")
                .callback(gauge ->
                        budgets.levels().forEach(level -> gauge.call(level.left(), level.api(), level.account())))
                .register(registry);
    }

    /**
     * Shows plugins, too. May be called once.
     *
     * @param plugins tells of them, whenever it is asked
     */
    public void show(Supplier<List<PluginReport>> plugins) {
        GaugeWithCallback.builder()
                .name("siteagent_plugins")
                .help("Plugins by state; a plugin that is not loaded may have no id and is named by its file.")
                .labelNames("plugin", "version", "state")
                .callback(gauge -> plugins.get()
                        .forEach(plugin -> gauge.call(
                                1,
                                plugin.id().isEmpty() ? plugin.file() : plugin.id(),
                                plugin.version(),
                                plugin.state().name().toLowerCase(Locale.ROOT))))
                .register(registry);
    }

    /**
     * Shows no more of offerings that are not served any more, but for machines that they left.
     *
     * @param offerings tells the names of those that are served, whenever it is asked
     */
    public void showOnly(Supplier<Set<String>> offerings) {
        served = Optional.of(new ServedOfferings(offerings));
    }

    /** Returns what hears of orders and their cycles. */
    public OrderListener orders() {
        return orders;
    }

    /** Returns what hears of the calls of Waldur. */
    public WaldurCallListener waldurCalls() {
        return calls;
    }

    /** Returns what hears of reloads. */
    public ReloadListener reloads() {
        return reloads;
    }

    /** Returns what hears of the lines of the log that go to Waldur. */
    public ShippingListener shipping() {
        return shipping;
    }

    /** Returns what hears of the calls of plugins. */
    public PluginCallListener pluginCalls() {
        return calls;
    }

    /** Returns the media type of what {@link #write} writes. */
    public String contentType() {
        return text.getContentType();
    }

    /**
     * Writes every metric in Prometheus' text format.
     *
     * @throws IOException when it cannot be written
     */
    public void write(OutputStream out) throws IOException {
        showTheVirtualMachine();
        MetricSnapshots all = registry.scrape();
        text.write(out, served.map(known -> known.of(all)).orElse(all), EscapingScheme.UNDERSCORE_ESCAPING);
    }

    /** Its metrics take a tenth of the start; most agents are never asked for them. */
    private void showTheVirtualMachine() {
        virtualMachine.lock();
        try {
            if (!virtualMachineShown) {
                JvmMetrics.builder().register(registry);
                virtualMachineShown = true;
            }
        } finally {
            virtualMachine.unlock();
        }
    }
}
