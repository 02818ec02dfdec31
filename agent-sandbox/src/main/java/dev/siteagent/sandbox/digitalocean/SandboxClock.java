package dev.siteagent.sandbox.digitalocean;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that can be put ahead of the one it follows. */
final class SandboxClock extends Clock {
    private final Clock base;
    private final AtomicReference<Duration> ahead;

    SandboxClock(Clock base) {
        this(base, new AtomicReference<>(Duration.ZERO));
    }

    private SandboxClock(Clock base, AtomicReference<Duration> ahead) {
        this.base = base;
        this.ahead = ahead;
    }

    void advance(Duration duration) {
        ahead.updateAndGet(before -> before.plus(duration));
    }

    @Override
    public Instant instant() {
        return base.instant().plus(ahead.get());
    }

    @Override
    public ZoneId getZone() {
        return base.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return new SandboxClock(base.withZone(zone), ahead);
    }
}
