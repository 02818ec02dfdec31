package dev.siteagent.core.metrics;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The calls of plugins that have not come back, so that one which never does can be seen and alerted on. Thread-safe.
 */
final class RunningCalls {
    private final LongSupplier nanoTime;
    private final Set<Call> calls = ConcurrentHashMap.newKeySet();

    RunningCalls(PrometheusRegistry registry, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        register(
                registry,
                "siteagent_backend_calls_running",
                "Calls of plugins that have not come back yet; no line when there is none.",
                LongSummaryStatistics::getCount);
        register(
                registry,
                "siteagent_backend_call_oldest_seconds",
                "How long the oldest of these calls has run.",
                ages -> ages.getMax() / 1e9);
    }

    /** Notes a call; what is returned is run when it has come back. */
    Runnable begins(String plugin, String operation) {
        Call call = new Call(new Hook(plugin, operation), nanoTime.getAsLong());
        calls.add(call);
        return () -> calls.remove(call);
    }

    private void register(
            PrometheusRegistry registry, String name, String help, ToDoubleFunction<LongSummaryStatistics> value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames("plugin", "operation")
                .callback(gauge -> ages().forEach(
                                (hook, ages) -> gauge.call(value.applyAsDouble(ages), hook.plugin, hook.operation)))
                .register(registry);
    }

    private Map<Hook, LongSummaryStatistics> ages() {
        long now = nanoTime.getAsLong();
        return calls.stream()
                .collect(
                        Collectors.groupingBy(call -> call.hook, Collectors.summarizingLong(call -> now - call.began)));
    }

    private record Hook(String plugin, String operation) {}

    /** A class and no record: two calls of the same hook at the same time are two. */
    private static final class Call {
        private final Hook hook;
        private final long began;

        Call(Hook hook, long began) {
            this.hook = hook;
            this.began = began;
        }
    }
}
