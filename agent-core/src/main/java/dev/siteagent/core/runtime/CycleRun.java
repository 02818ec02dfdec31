package dev.siteagent.core.runtime;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * One mode of one offering while the agent runs: its cycles one after the other, each on a worker, watched by a thread of
 * its own, and its registration beside them. There are never two cycles at a time, not even when one ignores an interrupt.
 */
final class CycleRun implements ModeRun {
    private static final Logger log = LoggerFactory.getLogger(CycleRun.class);
    private static final Duration DEAD = Duration.ofMinutes(1);
    private static final Duration AFTER_FAILED_CYCLE = Duration.ofMinutes(1);
    private static final Duration LONGEST_NAP = Duration.ofSeconds(1);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(2);

    private final CycleSettings settings;
    private final Pulse pulse;
    private final OfferingCycle cycle;
    private final Runnable ended;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final BlockingQueue<CycleReport> ends = new LinkedBlockingQueue<>();
    private final Registrar registrar;
    private final ExecutorService worker;
    private final Thread thread;
    private volatile Optional<Instant> interruptAt = Optional.empty();
    private volatile Instant lastLook;
    private volatile boolean underWay;
    private volatile DeskReport report;
    private boolean graceRanOut;
    private Instant interruptedAfter = Instant.MIN;

    /**
     * Prepares.
     *
     * @param settings how the cycles run
     * @param pulse the pulse that the cycle beats
     * @param cycle what is done
     * @param registering registers the agent
     * @param ended called when there will be no further cycle
     */
    CycleRun(CycleSettings settings, Pulse pulse, OfferingCycle cycle, Registering registering, Runnable ended) {
        this.settings = settings;
        this.pulse = pulse;
        this.cycle = cycle;
        this.registrar = new Registrar(settings.offering(), settings.mode(), registering);
        this.ended = ended;
        String name = settings.mode().wireName() + "-" + settings.offering();
        this.worker = Workers.start(name, 1);
        this.thread = new Thread(this::work, "watch-" + name);
        this.lastLook = settings.clock().instant();
    }

    @Override
    public void start() {
        registrar.begin();
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void stop() {
        endWithin(settings.grace());
    }

    /** The items that wait for their turn are left to the next cycle of whoever comes after. */
    @Override
    public void drain(Duration patience) {
        endWithin(patience.plus(settings.grace()));
    }

    private synchronized void endWithin(Duration patience) {
        Instant at = settings.clock().instant().plus(patience);
        interruptAt = Optional.of(interruptAt.filter(at::isAfter).orElse(at));
        pulse.stop();
        stopped.countDown();
    }

    @Override
    public void interrupt() {
        thread.interrupt();
    }

    @Override
    public Optional<DeskReport> report() {
        return Optional.ofNullable(report);
    }

    @Override
    public boolean alive(Clock clock) {
        Instant now = clock.instant();
        boolean watched = lastLook.plus(DEAD).isAfter(now);
        boolean moves = !underWay
                || pulse.last().plus(settings.longestStill()).plus(DEAD).isAfter(now);
        DeskReport known = report;
        return known == null ? watched && moves : !known.broken();
    }

    @Override
    public String hung() {
        DeskReport known = report;
        if (known != null && known.broken()) {
            return String.join("; ", known.problems()) + "; reload, or restart the agent";
        }
        return "offering " + settings.offering() + ", " + settings.mode().wireName()
                + ": its cycle has not moved on since " + pulse.last();
    }

    @Override
    public boolean awaitEnd(Duration atMost) throws InterruptedException {
        thread.join(atMost.toMillis());
        if (thread.isAlive()) {
            return false;
        }
        worker.shutdownNow();
        return worker.awaitTermination(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A backend whose cycle does not come back is left to the end of the process. */
    @Override
    public void close(Duration patience) throws InterruptedException {
        try {
            registrar.close(patience);
        } finally {
            worker.shutdownNow();
            if (underWay) {
                log.warn("The backend of offering {} is not closed, since it does not come back.", settings.offering());
            } else {
                cycle.close();
            }
        }
    }

    private void work() {
        contextually(() -> {
            List<String> problems = new ArrayList<>();
            Optional<String> disabled = Optional.empty();
            boolean broken = false;
            try {
                disabled = cycles(problems);
            } catch (InterruptedException e) {
                log.warn("{} was interrupted.", settings.mode().wireName());
                problems.add(line("it was interrupted"));
            } catch (RuntimeException | Error e) {
                log.error(
                        "{} broke down by a fault of the agent.",
                        settings.mode().wireName(),
                        e);
                problems.add(line("it broke down: " + e));
                broken = true;
            } finally {
                report = new DeskReport(settings.offering(), 0, problems, disabled, graceRanOut, broken);
                ended.run();
            }
        });
    }

    /**
     * Runs cycle after cycle.
     *
     * @param problems takes the problems of a run with one cycle; others are logged and forgotten
     * @return why the offering cannot be served; empty when it can
     */
    private Optional<String> cycles(List<String> problems) throws InterruptedException {
        while (stopped.getCount() > 0) {
            Instant begun = settings.clock().instant();
            Optional<CycleReport> done = oneCycle();
            done.ifPresent(this::tell);
            if (done.flatMap(CycleReport::disabled).isPresent()) {
                return done.flatMap(CycleReport::disabled);
            }
            if (settings.once()) {
                done.map(CycleReport::problems).orElse(List.of("the cycle did not end")).stream()
                        .map(this::line)
                        .forEach(problems::add);
                return Optional.empty();
            }
            rest(next(begun, done.filter(CycleReport::failed).isPresent()));
        }
        return Optional.empty();
    }

    /** Returns when the next cycle is due: after a failed one soon, since a period can be an hour. */
    private Instant next(Instant begun, boolean failed) {
        Instant due = begun.plus(settings.period());
        Instant soon = settings.clock().instant().plus(AFTER_FAILED_CYCLE);
        return failed && soon.isBefore(due) ? soon : due;
    }

    private void rest(Instant until) throws InterruptedException {
        boolean stop = false;
        while (!stop && settings.clock().instant().isBefore(until)) {
            lastLook = settings.clock().instant();
            long left = Duration.between(lastLook, until).toMillis();
            stop = stopped.await(Math.max(1, Math.min(left, LONGEST_NAP.toMillis())), TimeUnit.MILLISECONDS);
        }
    }

    /** Runs one cycle on the worker and watches it; empty when a stop's grace period ran out. */
    private Optional<CycleReport> oneCycle() throws InterruptedException {
        InterruptibleTask task = new InterruptibleTask(this::cycle);
        pulse.moved();
        underWay = true;
        worker.execute(task);
        try {
            while (true) {
                CycleReport end = ends.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                if (end != null) {
                    return Optional.of(end);
                }
                if (outOfGrace()) {
                    return interrupted(task);
                }
                interruptIfStill(task);
            }
        } catch (InterruptedException e) {
            task.interrupt();
            throw e;
        }
    }

    private boolean outOfGrace() {
        Instant now = settings.clock().instant();
        lastLook = now;
        return interruptAt.filter(at -> at.isBefore(now)).isPresent();
    }

    private Optional<CycleReport> interrupted(InterruptibleTask task) throws InterruptedException {
        log.warn("The cycle is interrupted, since it did not end within the time that a stop gives it.");
        graceRanOut = true;
        task.interrupt();
        return Optional.ofNullable(ends.poll(AFTER_INTERRUPT.toMillis(), TimeUnit.MILLISECONDS));
    }

    private void interruptIfStill(InterruptibleTask task) {
        Instant now = settings.clock().instant();
        Instant last = pulse.last();
        if (last.plus(settings.longestStill()).isBefore(now) && !last.equals(interruptedAfter)) {
            log.error("The cycle has not moved on for {}; it is interrupted.", settings.longestStill());
            task.interrupt();
            // The pulse stays as it is: a cycle that ignores the interrupt shows as one that hangs.
            interruptedAfter = last;
        }
    }

    private void cycle() {
        contextually(() -> {
            Instant begun = settings.clock().instant();
            CycleReport end = CycleReport.failed("the cycle did not end");
            try {
                end = cycle.run();
            } catch (InterruptedException e) {
                end = CycleReport.failed("the cycle was interrupted; what it left is for the next one");
            } catch (RuntimeException | LinkageError e) {
                log.error("The cycle failed by a fault of the agent; there will be another.", e);
                end = CycleReport.failed("the cycle failed by a fault of the agent: " + e);
            } finally {
                underWay = false;
                settings.listener()
                        .cycle(
                                settings.offering(),
                                settings.mode(),
                                end.problems().isEmpty() && end.disabled().isEmpty(),
                                Duration.between(begun, settings.clock().instant()));
                ends.add(end);
            }
        });
    }

    private void tell(CycleReport done) {
        if (done.disabled().isPresent()) {
            log.error("The offering is disabled: {}", done.disabled().get());
        } else if (done.problems().isEmpty()) {
            log.info("Cycle ended: {}.", done.summary());
        } else {
            log.warn(
                    "Cycle ended with {} problems: {}. The first: {}",
                    done.problems().size(),
                    done.summary(),
                    done.problems().get(0));
        }
    }

    private String line(String problem) {
        return "offering " + settings.offering() + ", " + settings.mode().wireName() + ": " + problem;
    }

    private void contextually(Runnable body) {
        MDC.put("offering", settings.offering());
        MDC.put("mode", settings.mode().wireName());
        try {
            body.run();
        } finally {
            MDC.clear();
        }
    }
}
