package dev.siteagent.hobbyfarm;

import dev.siteagent.hobbyfarm.work.Timekeeper;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/** Time that a test puts ahead; never behind the machine's, which API servers go by. */
final class SimulatedTime extends Clock implements Timekeeper {
    private Duration ahead = Duration.ZERO;
    private long sequence;
    private final PriorityQueue<Later> later =
            new PriorityQueue<>(Comparator.comparing(Later::at).thenComparing(Later::sequence));

    private record Later(Instant at, long sequence, Runnable task) {}

    @Override
    public synchronized Instant instant() {
        return Instant.now().plus(ahead);
    }

    @Override
    public Clock clock() {
        return this;
    }

    @Override
    public void after(Duration pause, Runnable task) {
        synchronized (this) {
            later.add(new Later(instant().plus(pause), sequence++, task));
        }
    }

    /** Runs what is due now, and returns how many tasks that were. */
    int runDue() {
        List<Later> due = new ArrayList<>();
        synchronized (this) {
            Instant now = instant();
            while (!later.isEmpty() && !later.peek().at().isAfter(now)) {
                due.add(later.poll());
            }
        }
        due.forEach(one -> one.task().run());
        return due.size();
    }

    /** Returns the pause until something happens next; empty when nothing will. */
    synchronized Optional<Duration> untilNext() {
        return Optional.ofNullable(later.peek()).map(next -> Duration.between(instant(), next.at()));
    }

    void advance(Duration duration) {
        synchronized (this) {
            ahead = ahead.plus(duration);
        }
        runDue();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    @Override
    public synchronized void close() {
        later.clear();
    }
}
