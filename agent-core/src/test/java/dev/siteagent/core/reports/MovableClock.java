package dev.siteagent.core.reports;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that a test sets. */
final class MovableClock extends Clock {
    private volatile Instant now;

    MovableClock(String now) {
        set(now);
    }

    void set(String instant) {
        now = Instant.parse(instant);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("a test needs instants alone");
    }

    @Override
    public Instant instant() {
        return now;
    }
}
