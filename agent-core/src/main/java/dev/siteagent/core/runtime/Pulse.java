package dev.siteagent.core.runtime;

import dev.siteagent.core.reports.ReportProgress;
import java.time.Clock;
import java.time.Instant;

/**
 * What a cycle and whoever runs it tell each other: when the cycle last moved on, and that it shall come to an end. A cycle
 * says so after each item, and looks before it takes the next. Thread-safe.
 */
final class Pulse implements ReportProgress {
    private final Clock clock;
    private volatile Instant last;
    private volatile boolean stopping;

    Pulse(Clock clock) {
        this.clock = clock;
        this.last = clock.instant();
    }

    /** The cycle moved on. */
    @Override
    public void moved() {
        last = clock.instant();
    }

    /** Returns when it last moved on. */
    Instant last() {
        return last;
    }

    /** No further item is to be taken. */
    void stop() {
        stopping = true;
    }

    /** Returns whether no further item is to be taken. */
    @Override
    public boolean stopping() {
        return stopping;
    }
}
