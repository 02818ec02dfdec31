package dev.siteagent.core.runtime;

import dev.siteagent.core.events.EventWork;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.spi.BackendException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Does the chores of an offering on their periods, each by itself, until the workers are shut down. */
final class Chores {
    private static final Logger log = LoggerFactory.getLogger(Chores.class);

    private final String offering;
    private final List<Chore> chores;
    private final ExecutorService workers;
    private final EventWork.Timer timer;

    Chores(String offering, List<Chore> chores, ExecutorService workers, EventWork.Timer timer) {
        this.offering = offering;
        this.chores = List.copyOf(chores);
        this.workers = workers;
        this.timer = timer;
    }

    void start() {
        chores.forEach(chore -> later(chore, chore.atOnce() ? Duration.ZERO : chore.period()));
    }

    private void later(Chore chore, Duration pause) {
        timer.after(pause, () -> {
            try {
                workers.execute(() -> now(chore));
            } catch (RejectedExecutionException e) {
                log.debug("The agent stops; there is no further {}.", chore.what(), e);
            }
        });
    }

    private void now(Chore chore) {
        MDC.put("offering", offering);
        MDC.put("mode", Mode.EVENT_PROCESS.wireName());
        try {
            chore.step().take();
            log.debug("The {} of offering {} is done.", chore.what(), offering);
        } catch (WaldurException | BackendException e) {
            log.warn("The {} of offering {} failed: {}", chore.what(), offering, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | LinkageError e) {
            // One chore with a fault must neither end the others nor its own next time.
            log.error("The {} of offering {} failed by a fault.", chore.what(), offering, e);
        } finally {
            MDC.clear();
            later(chore, chore.period());
        }
    }
}
