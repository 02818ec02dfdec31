package dev.siteagent.core.plugins;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of a plugin that outlive it: started by its code, so that they have its class loader as context, of a class
 * of its own, or at work in its code, as a call that does not come back is. They hold its classes in memory.
 */
final class ThreadsLeft {
    private static final Logger LOG = LoggerFactory.getLogger(ThreadsLeft.class);

    /** Threads that were told to end, such as those of an HTTP client, need a moment. */
    private final Duration patience;

    ThreadsLeft(Duration patience) {
        this.patience = patience;
    }

    /**
     * Waits a moment for a plugin's threads and reports those that are left, by name.
     *
     * @param plugin the plugin's id
     * @param loader the plugin's class loader
     */
    void report(String plugin, ClassLoader loader) {
        List<Thread> left = of(loader);
        long deadline = System.nanoTime() + patience.toNanos();
        try {
            for (Thread thread : left) {
                TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline - System.nanoTime()));
            }
        } catch (InterruptedException e) {
            // The unloading goes on; what is left is told as it is now.
            Thread.currentThread().interrupt();
        }
        String names = left.stream()
                .filter(Thread::isAlive)
                .map(thread -> thread.getName() + where(thread))
                .collect(Collectors.joining(", "));
        if (!names.isEmpty()) {
            LOG.warn(
                    "Plugin {} has left threads behind, which keep its classes in memory until the agent ends: {}. Its"
                            + " backends must end in close() what they started; ask the plugin's author.",
                    plugin,
                    names);
        }
    }

    private static String where(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length == 0 ? "" : " (at " + stack[0] + ")";
    }

    private static List<Thread> of(ClassLoader loader) {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> entry.getKey() != Thread.currentThread())
                .filter(entry -> isOf(entry.getKey(), entry.getValue(), loader))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean isOf(Thread thread, StackTraceElement[] stack, ClassLoader loader) {
        return thread.getContextClassLoader() == loader
                || thread.getClass().getClassLoader() == loader
                || Arrays.stream(stack).anyMatch(frame -> Objects.equals(frame.getClassLoaderName(), loader.getName()));
    }
}
