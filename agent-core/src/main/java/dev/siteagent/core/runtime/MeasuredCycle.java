package dev.siteagent.core.runtime;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Tells how each cycle went and how long it took. */
final class MeasuredCycle implements OfferingCycle {
    private final OfferingCycle cycle;
    private final String offering;
    private final Mode mode;
    private final OrderListener listener;
    private final Clock clock;

    MeasuredCycle(OfferingCycle cycle, String offering, Mode mode, OrderListener listener, Clock clock) {
        this.cycle = cycle;
        this.offering = offering;
        this.mode = mode;
        this.listener = listener;
        this.clock = clock;
    }

    @Override
    public CycleReport run() throws InterruptedException {
        Instant begun = clock.instant();
        boolean good = false;
        try {
            CycleReport report = cycle.run();
            good = report.problems().isEmpty() && report.disabled().isEmpty();
            return report;
        } finally {
            listener.cycle(offering, mode, good, Duration.between(begun, clock.instant()));
        }
    }

    @Override
    public void close() {
        cycle.close();
    }
}
