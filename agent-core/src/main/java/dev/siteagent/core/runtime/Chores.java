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

/** Does the chores of an offering on their periods, each by itself, until they are stopped. */
final class Chores {
    private static final Logger log = LoggerFactory.getLogger(Chores.class);

    private final String offering;
    private volatile List<Chore> chores;
    private final ExecutorService workers;
    private final EventWork.Timer timer;

    Chores(String offering, List<Chore> chores, ExecutorService workers, EventWork.Timer timer) {
        this.offering = offering;
        this.chores = List.copyOf(chores);
        this.workers = workers;
        this.timer = timer;
    }

    void start() {
        List<Chore> all = chores;
        for (int i = 0; i < all.size(); i++) {
            later(i, all.get(i).atOnce() ? Duration.ZERO : all.get(i).period());
        }
    }

    /** Does none any more, and lets go of them: the timer still holds this for up to a period. */
    void stop() {
        chores = List.of();
    }

    private void later(int number, Duration pause) {
        timer.after(pause, () -> {
            List<Chore> all = chores;
            if (all.isEmpty()) {
                return;
            }
            Chore chore = all.get(number);
            try {
                workers.execute(() -> now(chore, number));
            } catch (RejectedExecutionException e) {
                log.debug("The agent stops; there is no further {}.", chore.what(), e);
            }
        });
    }

    private void now(Chore chore, int number) {
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
            later(number, chore.period());
        }
    }
}
