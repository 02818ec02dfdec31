package dev.siteagent.core.events;

import dev.siteagent.core.events.stomp.Delivery;
import dev.siteagent.core.events.stomp.DeliveryHandler;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the messages of a link into work, off the link's thread: handed to their handler one after the other for each
 * subject, side by side for different ones, and acknowledged when the work is done. An {@link EventMessage#ordered()
 * ordered} event that failed keeps its place, so that it neither overtakes nor is overtaken.
 *
 * <p>It holds no more messages than the broker hands out before it wants an acknowledgement, so that the prefetch of the
 * subscriptions bounds it. A message that cannot be read, or that nobody handles, is logged and acknowledged, since it
 * would come back for ever. Thread-safe.
 */
public final class EventWork implements DeliveryHandler {
    private static final Logger log = LoggerFactory.getLogger(EventWork.class);

    /** For failures that are no outage: those of a fault or of something that Waldur refuses. */
    private static final int ATTEMPTS = 10;

    /** Does something later. */
    @FunctionalInterface
    public interface Timer {

        /** The JDK's own timer, which has one thread for the whole process. */
        Timer SYSTEM = (pause, work) -> CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS)
                .execute(work);

        /**
         * Does something after a pause, on whatever thread.
         *
         * @param pause how long to wait, zero or positive
         * @param work what to do; does not block
         */
        void after(Duration pause, Runnable work);
    }

    private final String offering;
    private final Map<ObjectType, EventHandler> handlers;
    private final Executor workers;
    private final Timer timer;
    private final IntFunction<Duration> pauseAfter;
    private final EventReader reader = new EventReader();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final Set<Job> open = new LinkedHashSet<>();
    private final Map<String, Deque<Job>> lanes = new HashMap<>();
    private boolean stopping;

    /**
     * Makes the work of an offering's link.
     *
     * @param offering the offering's name, for logs
     * @param handlers who handles which type; a subscription's id is its type as Waldur writes it
     * @param workers where handlers run; must be bounded, or its threads cheap
     * @param timer starts further attempts
     * @param pauseAfter the pause after the n-th failed attempt, from 1
     */
    public EventWork(
            String offering,
            Map<ObjectType, EventHandler> handlers,
            Executor workers,
            Timer timer,
            IntFunction<Duration> pauseAfter) {
        this.offering = Objects.requireNonNull(offering, "offering");
        this.handlers = Map.copyOf(handlers);
        this.workers = Objects.requireNonNull(workers, "workers");
        this.timer = Objects.requireNonNull(timer, "timer");
        this.pauseAfter = Objects.requireNonNull(pauseAfter, "pauseAfter");
    }

    /** One message at work. */
    private static final class Job {
        private final ObjectType type;
        private final Delivery delivery;
        private final EventMessage message;
        private int failed;
        /** Whether it waits for its next attempt at the head of its lane; guarded by the lock. */
        private boolean paused;

        Job(ObjectType type, Delivery delivery, EventMessage message) {
            this.type = type;
            this.delivery = delivery;
            this.message = message;
        }
    }

    @Override
    public void deliver(Delivery delivery) {
        ObjectType type = ObjectType.named(delivery.subscription().id()).orElse(null);
        if (type == null || !handlers.containsKey(type)) {
            log.warn("Dropped an event of offering {}: nobody handles {}.", offering, delivery);
            delivery.acknowledge();
            return;
        }
        EventMessage message;
        try {
            message = reader.read(type, delivery.body());
        } catch (UnreadableEvent e) {
            log.warn(
                    "Dropped an unreadable event of type {} for offering {} ({} bytes): {}.",
                    type.wire(),
                    offering,
                    delivery.body().length,
                    e.getMessage());
            delivery.acknowledge();
            return;
        }
        log.debug("Event for offering {}: {}{}", offering, message, delivery.again() ? ", handed out again" : "");
        enqueue(new Job(type, delivery, message));
    }

    /** Lets a job wait for its turn, which comes at once where nothing of the same subject is being handed over. */
    private void enqueue(Job job) {
        lock.lock();
        try {
            if (stopping) {
                // Not acknowledged: it comes again to whoever listens next.
                left(job);
                return;
            }
            open.add(job);
            Deque<Job> lane = lanes.computeIfAbsent(job.message.subject(), subject -> new ArrayDeque<>());
            lane.add(job);
            if (lane.size() > 1) {
                return;
            }
        } finally {
            lock.unlock();
        }
        start(job);
    }

    private void start(Job job) {
        try {
            workers.execute(() -> handOver(job));
        } catch (RejectedExecutionException e) {
            log.debug("The agent stops; event {} of offering {} will come again.", job.message, offering, e);
            leave(job);
            next(job);
        }
    }

    private void handOver(Job job) {
        boolean over = true;
        try {
            if (job.delivery.live()) {
                CompletionStage<?> end = handlers.get(job.type).handle(job.message);
                // An ordered one gives its lane free when it has ended.
                over = !job.message.ordered();
                end.whenComplete((done, failure) -> ended(job, failure));
            } else {
                leave(job);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            leave(job);
        } catch (RuntimeException | LinkageError e) {
            // A fault of one handler must not take the others' events down with it.
            over = !job.message.ordered();
            ended(job, e);
        } finally {
            if (over) {
                next(job);
            }
        }
    }

    /** Lets the next job of the same subject have its turn. */
    private void next(Job handed) {
        Job next;
        lock.lock();
        try {
            Deque<Job> lane = lanes.get(handed.message.subject());
            lane.remove();
            next = lane.peek();
            if (next == null) {
                lanes.remove(handed.message.subject());
            }
        } finally {
            lock.unlock();
        }
        if (next != null) {
            start(next);
        }
    }

    private void ended(Job job, Throwable failure) {
        if (failure == null) {
            job.delivery.acknowledge();
            close(job);
        } else {
            failed(job, failure instanceof CompletionException ? failure.getCause() : failure);
        }
    }

    private void failed(Job job, Throwable failure) {
        job.failed++;
        if (failure instanceof CancellationException || isStopping() || !job.delivery.live()) {
            log.debug("Event {} of offering {} was not ended and will come again.", job.message, offering, failure);
            close(job);
        } else if (job.failed >= ATTEMPTS && !passing(failure)) {
            log.error(
                    "Gave up event {} of offering {} after {} attempts; the next reconciliation has to see to it.",
                    job.message,
                    offering,
                    ATTEMPTS,
                    failure);
            job.delivery.acknowledge();
            close(job);
        } else {
            Duration pause = pauseAfter.apply(job.failed);
            log.warn(
                    "Event {} of offering {} failed: {} Next try in {} s.",
                    job.message,
                    offering,
                    failure.getMessage(),
                    pause.toSeconds());
            if (job.message.ordered()) {
                pause(job, true);
                timer.after(pause, () -> resume(job));
            } else {
                timer.after(pause, () -> enqueue(job));
            }
        }
    }

    /** Tells whether a failure is an outage, which says nothing about the event: giving up would lose it. */
    private static boolean passing(Throwable failure) {
        return failure instanceof NotYetException
                || failure instanceof WaldurUnavailableException
                || failure instanceof TransientBackendException
                || failure instanceof BackendNotReadyException;
    }

    /** Marks a job as waiting or not; returns whether it was before. */
    private boolean pause(Job job, boolean paused) {
        lock.lock();
        try {
            boolean before = job.paused;
            job.paused = paused;
            return before;
        } finally {
            lock.unlock();
        }
    }

    /** Starts the next attempt of a job at the head of its lane, unless it was forgotten meanwhile. */
    private void resume(Job job) {
        if (pause(job, false)) {
            start(job);
        }
    }

    /** Is done with a job, and gives its lane free where it held it until now. */
    private void close(Job job) {
        leave(job);
        if (job.message.ordered()) {
            next(job);
        }
    }

    private boolean isStopping() {
        lock.lock();
        try {
            return stopping;
        } finally {
            lock.unlock();
        }
    }

    private void leave(Job job) {
        lock.lock();
        try {
            left(job);
        } finally {
            lock.unlock();
        }
    }

    private void left(Job job) {
        open.remove(job);
        if (open.isEmpty()) {
            idle.signalAll();
        }
    }

    @Override
    public void lost() {
        forgetWaiting(job -> !job.delivery.live());
        lock.lock();
        try {
            // Work goes on for those that were handed over; there is just nothing to acknowledge any more.
            open.removeIf(job -> !job.delivery.live());
            idle.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void forgetWaiting(Predicate<Job> which) {
        List<Job> heads = new ArrayList<>();
        lock.lock();
        try {
            for (Iterator<Deque<Job>> each = lanes.values().iterator(); each.hasNext(); ) {
                Deque<Job> lane = each.next();
                Job head = lane.peek();
                lane.removeIf(job -> {
                    boolean forgotten = (job != head || job.paused) && which.test(job);
                    return forgotten && open.remove(job);
                });
                if (lane.isEmpty()) {
                    each.remove();
                } else if (lane.peek() != head) {
                    heads.add(lane.peek());
                }
                if (lane.peek() != head) {
                    head.paused = false;
                }
            }
        } finally {
            lock.unlock();
        }
        heads.forEach(this::start);
    }

    /** Returns how many messages wait for their turn, or for the end of their work, before they are acknowledged. */
    public int depth() {
        lock.lock();
        try {
            return open.size();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes no further messages, forgets those that wait for their turn, and gives the others time to end.
     *
     * @param grace how long to wait at most
     * @return whether all ended
     */
    public boolean stop(Duration grace) throws InterruptedException {
        forgetWaiting(job -> true);
        long left = grace.toNanos();
        lock.lock();
        try {
            stopping = true;
            while (!open.isEmpty() && left > 0) {
                left = idle.awaitNanos(left);
            }
            return open.isEmpty();
        } finally {
            lock.unlock();
        }
    }
}
