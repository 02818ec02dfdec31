package dev.siteagent.core.waldur;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A clock that stands still unless someone sleeps, and that remembers who slept how long. */
final class RecordingSleeper extends Clock implements Sleeper {
    private final List<Duration> slept = new CopyOnWriteArrayList<>();
    private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");

    List<Duration> slept() {
        return slept;
    }

    void advance(Duration duration) {
        now = now.plus(duration);
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        slept.add(duration);
        advance(duration);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
