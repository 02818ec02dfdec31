package dev.siteagent.core.runtime;

import dev.siteagent.core.events.EventHandler;
import dev.siteagent.core.events.EventWork;
import dev.siteagent.core.events.ObjectType;
import dev.siteagent.core.events.stomp.LinkListener;
import dev.siteagent.core.events.stomp.LinkPlan;
import dev.siteagent.core.events.stomp.LinkTimes;
import dev.siteagent.core.events.stomp.StompLink;
import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.core.waldur.WaldurException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The events of one offering while the agent runs: a link to the broker and the work it brings. Thread-safe. */
final class OfferingEvents implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(OfferingEvents.class);
    private static final Duration CHECK_PERIOD = Duration.ofMinutes(30);
    private static final int WORKERS = 8;

    /** The desk has waited for the work already; what is left are acknowledgements that are being sent. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    private final String offering;
    private final HealthCheck check;
    private final EventWork.Timer timer;
    private final ExecutorService workers;
    private final EventWork work;
    private final StompLink link;
    private final AtomicBoolean started = new AtomicBoolean();

    /** Asks Waldur something. */
    @FunctionalInterface
    interface HealthCheck {
        void ask() throws InterruptedException;
    }

    /**
     * Prepares; nothing happens before {@link #start}.
     *
     * @param offering the offering's name
     * @param plan what to connect to
     * @param handlers who handles which events
     * @param up called whenever the link has begun to listen, since events may have been lost before
     * @param check shows Waldur every half hour that the agent is there, also when no event comes
     * @param timer starts the checks and further attempts at events
     */
    OfferingEvents(
            String offering,
            LinkPlan.Source plan,
            Map<ObjectType, EventHandler> handlers,
            Runnable up,
            HealthCheck check,
            EventWork.Timer timer) {
        this.timer = timer;
        this.offering = offering;
        this.check = check;
        SecureRandom random = new SecureRandom();
        LinkTimes times = LinkTimes.DEFAULT;
        this.workers = Workers.start("events-" + offering, WORKERS);
        this.work = new EventWork(offering, handlers, workers, timer, failures -> times.pause(failures, random));
        LinkListener listener = new LinkListener() {
            @Override
            public void up() {
                up.run();
            }

            @Override
            public void down(String why, Duration pause) {
                // The link's own log line says it all.
            }
        };
        this.link = new StompLink("offering " + offering, plan, work, listener, times, Sleeper.SYSTEM, random);
    }

    /** Begins to listen, the first time. */
    void start() {
        if (started.compareAndSet(false, true)) {
            link.start();
            checkLater();
        }
    }

    private void checkLater() {
        timer.after(CHECK_PERIOD, () -> {
            if (!workers.isShutdown()) {
                workers.execute(this::checkNow);
            }
        });
    }

    private void checkNow() {
        try {
            check.ask();
            log.debug("The health check of offering {} is good.", offering);
        } catch (WaldurException e) {
            log.warn("The health check of offering {} failed: {}", offering, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            checkLater();
        }
    }

    /** Takes no further events; those at work can still be acknowledged. */
    void pause() {
        link.pause();
    }

    /** Ends the link. Events that were not acknowledged come again when the agent next runs. */
    @Override
    public void close() {
        try {
            link.pause();
            work.stop(LAST_WORDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            link.close();
            workers.shutdownNow();
        }
    }
}
