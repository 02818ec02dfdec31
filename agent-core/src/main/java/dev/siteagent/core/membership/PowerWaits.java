package dev.siteagent.core.membership;

import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWorkBackend;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.ResourceBackend;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The resources of one cycle that stop or start: all that are due are polled in one call, for a while. */
final class PowerWaits {
    private static final Logger log = LoggerFactory.getLogger(PowerWaits.class);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ResourceBackend backend;
    private final Sleeper sleeper;
    private final Clock clock;
    private final Map<UUID, Wait> waits = new LinkedHashMap<>();

    PowerWaits(ResourceBackend backend, Sleeper sleeper, Clock clock) {
        this.backend = backend;
        this.sleeper = sleeper;
        this.clock = clock;
    }

    /** Hears how waits end. */
    interface Ends {
        /** The work is done. */
        void ready(UUID resource, Outcome.Ready outcome) throws InterruptedException;

        /** The work failed. */
        void failed(UUID resource, BackendException why) throws InterruptedException;

        /** The work goes on after this cycle. */
        void left(PendingWork work, String step);

        /** Returns whether the rest is to be left. */
        boolean stopping();
    }

    private record Wait(PendingWork work, String step, Instant due) {}

    /** Adds work that was answered pending. */
    void add(PendingWork work, Outcome.Pending pending) {
        log.info("{} of {}: {}.", work.kind(), work.resource(), pending.step());
        waits.put(work.resource().uuid(), wait(work, pending));
    }

    private Wait wait(PendingWork work, Outcome.Pending pending) {
        return new Wait(
                new PendingWork(work.kind(), work.resource(), pending.handle()),
                pending.step(),
                clock.instant().plus(pending.pollAfter()));
    }

    /** Polls until all work has ended or the patience has. */
    void settle(Ends ends) throws InterruptedException {
        Instant deadline = clock.instant().plus(PATIENCE);
        if (backend instanceof PendingWorkBackend polled) {
            while (!waits.isEmpty() && !ends.stopping()) {
                Instant next = waits.values().stream()
                        .map(Wait::due)
                        .min(Instant::compareTo)
                        .orElseThrow();
                if (next.isAfter(deadline)) {
                    break;
                }
                Duration pause = Duration.between(clock.instant(), next);
                if (!pause.isNegative() && !pause.isZero()) {
                    sleeper.sleep(pause);
                }
                poll(polled, ends);
            }
        }
        waits.values().forEach(wait -> ends.left(wait.work(), wait.step()));
        waits.clear();
    }

    private void poll(PendingWorkBackend polled, Ends ends) throws InterruptedException {
        Instant now = clock.instant();
        List<Wait> due = new ArrayList<>(waits.values());
        due.removeIf(wait -> wait.due().isAfter(now));
        Map<UUID, Attempt<Outcome>> answers =
                answers(polled, due.stream().map(Wait::work).toList());
        for (Wait wait : due) {
            UUID resource = wait.work().resource().uuid();
            Attempt<Outcome> answer = answers.get(resource);
            if (answer instanceof Attempt.Succeeded<Outcome> good && good.value() instanceof Outcome.Pending pending) {
                waits.put(resource, wait(wait.work(), pending));
                continue;
            }
            waits.remove(resource);
            if (answer instanceof Attempt.Succeeded<Outcome> good && good.value() instanceof Outcome.Ready ready) {
                ends.ready(resource, ready);
            } else if (answer instanceof Attempt.Failed<Outcome> failed) {
                ends.failed(resource, failed.why());
            } else {
                ends.failed(resource, new PermanentBackendException(BulkRead.FAULT));
            }
        }
    }

    /** Polls; a fault of the plugin that one of them provokes fails that one only. */
    private static Map<UUID, Attempt<Outcome>> answers(PendingWorkBackend polled, Collection<PendingWork> works)
            throws InterruptedException {
        Map<UUID, Attempt<Outcome>> answers = new HashMap<>();
        try {
            return polled.poll(works);
        } catch (BackendException e) {
            works.forEach(work -> answers.put(work.resource().uuid(), new Attempt.Failed<>(e)));
        } catch (RuntimeException | LinkageError e) {
            if (works.size() == 1) {
                PendingWork work = works.iterator().next();
                log.error("The plugin failed by a fault with {}.", work.resource(), e);
                answers.put(
                        work.resource().uuid(), new Attempt.Failed<>(new PermanentBackendException(BulkRead.FAULT, e)));
            } else {
                for (PendingWork work : works) {
                    answers.putAll(answers(polled, List.of(work)));
                }
            }
        }
        return answers;
    }
}
