package dev.siteagent.core.events.stomp;

import dev.siteagent.core.waldur.Sleeper;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to a broker that is kept up for ever: connects, listens, and connects again with growing pauses whenever it
 * is lost. Two threads of its own: one that listens, one that gives signs of life; work belongs on others.
 *
 * <p>Thread-safe. Starts once and ends once.
 */
public final class StompLink implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(StompLink.class);
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final String name;
    private final LinkPlan.Source source;
    private final DeliveryHandler handler;
    private final LinkListener listener;
    private final LinkTimes times;
    private final Sleeper sleeper;
    private final RandomGenerator random;
    private final Thread thread;
    private volatile StompSession session;
    private volatile boolean leaving;
    private int failures;
    private boolean doubted;

    /**
     * Makes a link; nothing happens before it {@link #start starts}.
     *
     * @param name what it is for, in logs, such as {@code offering Droplets}
     * @param source says what to connect to, before each connection
     * @param handler who gets the messages
     * @param listener who hears how the link fares
     * @param times times and limits
     * @param sleeper how to wait
     * @param random for pauses, keys and masks; thread-safe and not to be guessed, as {@link java.security.SecureRandom}
     */
    public StompLink(
            String name,
            LinkPlan.Source source,
            DeliveryHandler handler,
            LinkListener listener,
            LinkTimes times,
            Sleeper sleeper,
            RandomGenerator random) {
        this.name = Objects.requireNonNull(name, "name");
        this.source = Objects.requireNonNull(source, "source");
        this.handler = Objects.requireNonNull(handler, "handler");
        this.listener = Objects.requireNonNull(listener, "listener");
        this.times = Objects.requireNonNull(times, "times");
        this.sleeper = Objects.requireNonNull(sleeper, "sleeper");
        this.random = Objects.requireNonNull(random, "random");
        this.thread = daemon(this::run, "events of " + name);
    }

    /** Begins to connect, on a thread of its own. */
    public void start() {
        thread.start();
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        // The process's end is decided elsewhere.
        thread.setDaemon(true);
        return thread;
    }

    private void run() {
        try {
            while (!leaving) {
                String why = connectAndListen();
                if (!leaving) {
                    pause(why);
                }
            }
        } catch (InterruptedException e) {
            log.debug("The link for {} was interrupted.", name, e);
        }
    }

    private void pause(String why) throws InterruptedException {
        failures++;
        Duration pause = times.pause(failures, random);
        log.warn("No events for {}: {}. Next try in {} s.", name, why, seconds(pause));
        listener.down(why, pause);
        sleeper.sleep(pause);
    }

    private static String seconds(Duration pause) {
        return String.valueOf(Math.round(pause.toMillis() / 100.0) / 10.0);
    }

    /** Returns why there is no connection any more. */
    private String connectAndListen() throws InterruptedException {
        try {
            LinkPlan plan = source.plan(doubted);
            doubted = false;
            StompSession opened = StompSession.open(plan.login(), times, random);
            session = opened;
            try {
                listen(opened, plan);
                return "the connection ended";
            } finally {
                opened.end();
                handler.lost();
            }
        } catch (LinkPlan.PlanException e) {
            return e.getMessage();
        } catch (StompRefusal e) {
            doubted = true;
            return e.getMessage();
        } catch (SocketTimeoutException e) {
            return "the broker is silent";
        } catch (EOFException e) {
            return "the broker hung up";
        } catch (IOException e) {
            return e.getMessage() == null ? e.toString() : e.getMessage();
        } catch (RuntimeException | Error e) {
            // Nobody else would notice: the thread would end, and with it all events until the agent is started anew.
            log.error("The connection for {} failed by a fault of the agent; there will be another.", name, e);
            return "a fault of the agent: " + e;
        }
    }

    private void listen(StompSession opened, LinkPlan plan) throws IOException, InterruptedException {
        if (leaving) {
            return;
        }
        Thread heart = daemon(() -> beat(opened), "heart-beats of " + name);
        heart.start();
        try {
            for (Subscription subscription : plan.subscriptions()) {
                opened.subscribe(subscription);
            }
            opened.listen(handler, () -> {
                failures = 0;
                log.info(
                        "Listening to {} queue(s) at {} for {}.",
                        plan.subscriptions().size(),
                        plan.login().address(),
                        name);
                listener.up();
            });
        } finally {
            heart.interrupt();
        }
    }

    private void beat(StompSession opened) {
        try {
            opened.beat(sleeper);
        } catch (InterruptedException e) {
            log.trace("The heart-beats of {} end with their connection.", name, e);
        }
    }

    /** Tells whether the link does its work: false once its thread has ended though nobody paused or closed the link. */
    public boolean alive() {
        return leaving || thread.getState() == Thread.State.NEW || thread.isAlive();
    }

    /** Takes no further messages; those at hand can still be acknowledged, and the heart-beats go on. */
    public void pause() {
        leaving = true;
        StompSession current = session;
        if (current == null || !current.isOpen()) {
            thread.interrupt();
        } else {
            current.pause();
        }
    }

    /**
     * Ends the connection, after a goodbye where the broker answers within two seconds. Messages that were not acknowledged
     * will be handed out again, to whoever listens next.
     */
    @Override
    public void close() {
        pause();
        StompSession current = session;
        try {
            if (current != null && current.isOpen()) {
                current.sayGoodbye();
                thread.join(FAREWELL.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (current != null) {
                current.end();
            }
            thread.interrupt();
        }
    }
}
