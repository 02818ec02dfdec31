package dev.siteagent.core.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Leaves out of the metrics what tells of offerings that are not served any more: to whoever watches, a number that never
 * changes again looks like an offering that stands still. Machines that were left cost money whoever is served.
 */
final class ServedOfferings {
    private static final String LABEL = "offering";

    private final Supplier<Set<String>> names;

    /**
     * Leaves out nothing yet.
     *
     * @param names tells the offerings that are served, whenever it is asked
     */
    ServedOfferings(Supplier<Set<String>> names) {
        this.names = names;
    }

    /** Returns what tells of those that are served, and of no offering. */
    MetricSnapshots of(MetricSnapshots all) {
        Set<String> served = names.get();
        return new MetricSnapshots(
                all.stream().map(metric -> of(metric, served)).toList());
    }

    private static MetricSnapshot of(MetricSnapshot metric, Set<String> served) {
        if (metric.getMetadata().getName().equals(OrderMetrics.MACHINE_LEFT)) {
            return metric;
        }
        if (metric instanceof CounterSnapshot counter) {
            List<CounterDataPointSnapshot> points = of(counter.getDataPoints(), served);
            return new CounterSnapshot(counter.getMetadata(), points);
        }
        if (metric instanceof GaugeSnapshot gauge) {
            List<GaugeDataPointSnapshot> points = of(gauge.getDataPoints(), served);
            return new GaugeSnapshot(gauge.getMetadata(), points);
        }
        if (metric instanceof HistogramSnapshot histogram) {
            List<HistogramDataPointSnapshot> points = of(histogram.getDataPoints(), served);
            return new HistogramSnapshot(histogram.getMetadata(), points);
        }
        return metric;
    }

    private static <P extends DataPointSnapshot> List<P> of(List<P> points, Set<String> served) {
        return points.stream()
                .filter(point -> {
                    String offering = point.getLabels().get(LABEL);
                    return offering == null || served.contains(offering);
                })
                .toList();
    }
}
