package dev.siteagent.hobbyfarm.work;

import dev.siteagent.hobbyfarm.model.ObjectRef;
import dev.siteagent.hobbyfarm.work.Reconciler.Next;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.TransientBackendException;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Objects to reconcile, each by one thread at a time, and the threads that do. An object that is added while it is being
 * reconciled comes again; one that fails comes again with back-off. Thread-safe.
 */
public final class WorkQueue implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(WorkQueue.class);
    private static final int UNPROCESSABLE = 422;

    /** A conflict, an object that is gone, and a patch of a field that is gone. */
    private static final Set<Integer> OUTDATED =
            Set.of(HttpURLConnection.HTTP_CONFLICT, HttpURLConnection.HTTP_NOT_FOUND, UNPROCESSABLE);

    private final Function<ObjectRef, Reconciler> reconcilers;
    private final Consumer<ObjectRef> refresh;
    private final Timekeeper time;
    private final BackOff backOff;

    private final LinkedBlockingQueue<ObjectRef> ready = new LinkedBlockingQueue<>();
    private final Set<ObjectRef> waiting = new HashSet<>();
    private final Set<ObjectRef> running = new HashSet<>();
    private final Set<ObjectRef> again = new HashSet<>();
    private final Map<ObjectRef, Instant> due = new HashMap<>();
    private final Map<ObjectRef, Integer> failures = new HashMap<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    /**
     * Works on nothing before {@link #start}.
     *
     * @param reconcilers finds the reconciler of an object
     * @param refresh reads an object anew from the API server, called when a write met a change that was not known
     * @param time the time
     * @param backOff pauses after failures
     */
    public WorkQueue(
            Function<ObjectRef, Reconciler> reconcilers,
            Consumer<ObjectRef> refresh,
            Timekeeper time,
            BackOff backOff) {
        this.reconcilers = reconcilers;
        this.refresh = refresh;
        this.time = time;
        this.backOff = backOff;
    }

    /**
     * Starts to work.
     *
     * @param workers how many threads
     */
    public void start(int workers) {
        for (int worker = 1; worker <= workers; worker++) {
            Thread thread = new Thread(this::work, "hobbyfarm-worker-" + worker);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    /** Adds an object; nothing changes when it waits already. */
    public void add(ObjectRef ref) {
        synchronized (this) {
            due.remove(ref);
            if (running.contains(ref)) {
                again.add(ref);
                return;
            }
            if (!waiting.add(ref)) {
                return;
            }
        }
        ready.add(ref);
    }

    /** Adds an object after a pause; the earliest of several pauses counts. */
    public void addAfter(ObjectRef ref, Duration pause) {
        Instant at = time.clock().instant().plus(pause);
        synchronized (this) {
            Instant earlier = due.get(ref);
            if (earlier != null && !at.isBefore(earlier)) {
                return;
            }
            due.put(ref, at);
        }
        time.after(pause, () -> {
            synchronized (this) {
                if (!at.equals(due.get(ref))) {
                    return;
                }
            }
            add(ref);
        });
    }

    /** Returns how many objects wait for a thread or have one; those that wait for a time do not count. */
    public synchronized int busy() {
        return waiting.size() + running.size();
    }

    /** Returns whether every thread works: an error that none of this can handle ends the thread that met it. */
    public boolean alive() {
        return threads.stream().allMatch(Thread::isAlive);
    }

    /** Stops: threads are interrupted and nothing begins any more. */
    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
    }

    /**
     * Waits for the threads after {@link #close}.
     *
     * @param grace the longest wait
     * @return whether all have ended
     * @throws InterruptedException when the thread is interrupted
     */
    public boolean await(Duration grace) throws InterruptedException {
        long end = System.nanoTime() + grace.toNanos();
        for (Thread thread : threads) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left > 0) {
                thread.join(left);
            }
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }

    private void work() {
        try {
            while (!closed) {
                ObjectRef ref = ready.take();
                synchronized (this) {
                    waiting.remove(ref);
                    running.add(ref);
                }
                try {
                    reconcile(ref);
                } finally {
                    ended(ref);
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            log.debug("a worker stops");
        }
    }

    private void ended(ObjectRef ref) {
        synchronized (this) {
            running.remove(ref);
            if (!again.remove(ref)) {
                return;
            }
        }
        add(ref);
    }

    private void reconcile(ObjectRef ref) throws InterruptedException {
        try {
            Next next = reconcilers.apply(ref).reconcile(ref.name());
            synchronized (this) {
                failures.remove(ref);
            }
            if (next instanceof Next.Again later) {
                addAfter(ref, later.pause());
            }
        } catch (BackendException e) {
            Duration pause = pause(ref, e);
            log.info("{}: {}; again in {}", ref, e.getMessage(), pause);
            addAfter(ref, pause);
        } catch (KubernetesClientException e) {
            refused(ref, e);
        } catch (RuntimeException | LinkageError fault) {
            Duration pause = failed(ref);
            log.error("{}: a fault of the bridge; again in {}", ref, pause, fault);
            addAfter(ref, pause);
        }
    }

    private Duration pause(ObjectRef ref, BackendException failure) {
        Duration pause = failed(ref);
        return failure instanceof TransientBackendException temporary
                ? temporary
                        .retryAfter()
                        .filter(demanded -> demanded.compareTo(pause) > 0)
                        .orElse(pause)
                : pause;
    }

    private void refused(ObjectRef ref, KubernetesClientException failure) throws InterruptedException {
        if (closed || Thread.currentThread().isInterrupted()) {
            throw new InterruptedException("the bridge stops");
        }
        boolean outdated = OUTDATED.contains(failure.getCode());
        Duration pause = failed(ref);
        if (outdated) {
            log.debug("{} has changed in the meantime: {}", ref, failure.getMessage());
            try {
                refresh.accept(ref);
            } catch (KubernetesClientException e) {
                log.info("{} cannot be read again: {}", ref, e.getMessage());
            }
        } else {
            log.warn("{}: the API server: {}; again in {}", ref, failure.getMessage(), pause);
        }
        addAfter(ref, pause);
    }

    private synchronized Duration failed(ObjectRef ref) {
        return backOff.after(failures.merge(ref, 1, Integer::sum));
    }
}
