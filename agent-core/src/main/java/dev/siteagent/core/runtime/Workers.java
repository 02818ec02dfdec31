package dev.siteagent.core.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes the threads that wait for Waldur and backends: a virtual one for each task where the JVM has them (21 and newer),
 * else a bounded pool whose threads go when they are idle. The launcher gives virtual ones more real threads than there are
 * processors, so that a plugin's endless loop does not keep the others waiting.
 */
final class Workers {
    private static final int IDLE_SECONDS = 10;

    private Workers() {}

    /**
     * Makes an executor.
     *
     * @param name the start of the threads' names, where they have one
     * @param most how many tasks run at once at most in a pool; more wait
     */
    static ExecutorService start(String name, int most) {
        return virtual().orElseGet(() -> pool(name, most));
    }

    private static ExecutorService pool(String name, int most) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                most, most, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ThreadFactory named(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            // A plugin that ignores an interrupt must not keep the process alive.
            thread.setDaemon(true);
            return thread;
        };
    }

    private static Optional<ExecutorService> virtual() {
        try {
            MethodHandle factory = MethodHandles.publicLookup()
                    .findStatic(
                            Executors.class,
                            "newVirtualThreadPerTaskExecutor",
                            MethodType.methodType(ExecutorService.class));
            return Optional.of((ExecutorService) factory.invokeExact());
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        } catch (Throwable e) {
            throw new IllegalStateException("virtual threads are there and cannot be had", e);
        }
    }
}
