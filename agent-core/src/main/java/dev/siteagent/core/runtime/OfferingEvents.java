package dev.siteagent.core.runtime;

import dev.siteagent.core.events.EventHandler;
import dev.siteagent.core.events.EventWork;
import dev.siteagent.core.events.ObjectType;
import dev.siteagent.core.events.stomp.LinkListener;
import dev.siteagent.core.events.stomp.LinkPlan;
import dev.siteagent.core.events.stomp.LinkTimes;
import dev.siteagent.core.events.stomp.StompLink;
import dev.siteagent.core.waldur.Sleeper;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The events of one offering while the agent runs: a link to the broker and the work it brings. Thread-safe. */
final class OfferingEvents implements AutoCloseable {
    /** The desk has waited for the work already; what is left are acknowledgements that are being sent. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    private final String offering;
    private final Chores chores;
    private final ExecutorService workers;
    private final EventWork work;
    private final StompLink link;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile Duration lastWords = LAST_WORDS;

    /**
     * Prepares; nothing happens before {@link #start}.
     *
     * @param offering the offering's name
     * @param plan what to connect to
     * @param handlers who handles which events
     * @param up called whenever the link has begun to listen, since events may have been lost before
     * @param chores what to do on periods meanwhile
     * @param workers where handlers and chores run; shut down at the end
     * @param timer starts the chores and further attempts at events
     */
    OfferingEvents(
            String offering,
            LinkPlan.Source plan,
            Map<ObjectType, EventHandler> handlers,
            Runnable up,
            List<Chore> chores,
            ExecutorService workers,
            EventWork.Timer timer) {
        this.offering = offering;
        this.chores = new Chores(offering, chores, workers, timer);
        this.workers = workers;
        SecureRandom random = new SecureRandom();
        LinkTimes times = LinkTimes.DEFAULT;
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
            chores.start();
        }
    }

    /** Tells whether somebody listens, or tries to; true before the start and once the link was paused. */
    boolean alive() {
        return link.alive();
    }

    /** Returns a line that says what is wrong when it is not {@link #alive}. */
    String dead() {
        return "offering " + offering + ": the thread that listens to its events has ended";
    }

    /** Takes no further events; those at work can still be acknowledged, in no more than a moment once it is closed. */
    void pause() {
        lastWords = LAST_WORDS;
        link.pause();
    }

    /**
     * Takes no further events, and gives those at work more time to end when it is closed.
     *
     * @param patience how much
     */
    void drain(Duration patience) {
        lastWords = patience;
        link.pause();
    }

    /** Waits after the close until nothing is at work any more; returns whether that is so. */
    boolean awaitEnd(Duration atMost) throws InterruptedException {
        return workers.awaitTermination(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Ends the link. Events that were not acknowledged come again when the agent next runs. */
    @Override
    public void close() {
        try {
            link.pause();
            work.stop(lastWords);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            link.close();
            chores.stop();
            workers.shutdownNow();
        }
    }
}
