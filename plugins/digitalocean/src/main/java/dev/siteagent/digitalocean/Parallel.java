package dev.siteagent.digitalocean;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.MDC;

/** Takes a step for each of many items side by side, so that one slow answer does not hold up the others. */
final class Parallel implements AutoCloseable {
    private static final int THREADS = 32;

    private final ThreadPoolExecutor workers;

    Parallel() {
        workers = new ThreadPoolExecutor(
                THREADS, THREADS, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Parallel::worker);
        workers.allowCoreThreadTimeOut(true);
    }

    private static Thread worker(Runnable task) {
        Thread thread = new Thread(task, "digitalocean-step");
        thread.setDaemon(true);
        thread.setContextClassLoader(Parallel.class.getClassLoader());
        return thread;
    }

    /** One step; failures belong to its result. */
    @FunctionalInterface
    interface Step<T, R> {
        R take(T item) throws InterruptedException;
    }

    /**
     * Takes all steps and returns when the last has ended. An interrupt breaks off those under way.
     *
     * @param items the items, without doubles
     * @param step what to do with each
     * @return item to result
     */
    <T, R> Map<T, R> each(Collection<T> items, Step<T, R> step) throws InterruptedException {
        Map<T, R> results = new HashMap<>();
        if (items.size() == 1) {
            T only = items.iterator().next();
            results.put(only, step.take(only));
            return results;
        }
        Map<String, String> context = MDC.getCopyOfContextMap();
        List<T> order = List.copyOf(items);
        List<Callable<R>> tasks = new ArrayList<>();
        for (T item : order) {
            tasks.add(() -> inContext(context, () -> step.take(item)));
        }
        List<Future<R>> futures = submitted(tasks);
        for (int i = 0; i < order.size(); i++) {
            results.put(order.get(i), resultOf(futures.get(i)));
        }
        return results;
    }

    private <R> List<Future<R>> submitted(List<Callable<R>> tasks) throws InterruptedException {
        try {
            return workers.invokeAll(tasks);
        } catch (RejectedExecutionException e) {
            throw closed(e);
        }
    }

    private static InterruptedException closed(RuntimeException cause) {
        InterruptedException closed = new InterruptedException("the backend was closed");
        closed.initCause(cause);
        return closed;
    }

    private static <R> R inContext(Map<String, String> context, Callable<R> task) throws Exception {
        if (context != null) {
            MDC.setContextMap(context);
        }
        try {
            return task.call();
        } finally {
            MDC.clear();
        }
    }

    private static <R> R resultOf(Future<R> future) throws InterruptedException {
        try {
            return future.get();
        } catch (CancellationException e) {
            throw closed(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException interrupted) {
                throw interrupted;
            }
            throw new IllegalStateException("a step failed in a way it cannot: " + e.getCause(), e.getCause());
        }
    }

    @Override
    public void close() {
        // Those that never began would keep their caller waiting for ever.
        for (Runnable queued : workers.shutdownNow()) {
            if (queued instanceof Future<?> step) {
                step.cancel(false);
            }
        }
    }
}
