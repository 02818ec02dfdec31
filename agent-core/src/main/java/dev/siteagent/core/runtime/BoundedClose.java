package dev.siteagent.core.runtime;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Closes what a plugin opened, with an end: a {@code close} that does not come back would keep a run from ending and a
 * changed offering from beginning. Thread-safe.
 */
final class BoundedClose {
    private static final Logger log = LoggerFactory.getLogger(BoundedClose.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Duration patience;

    /** With the patience that the spec leaves to the host: 10 seconds. */
    BoundedClose() {
        this(PATIENCE);
    }

    BoundedClose(Duration patience) {
        this.patience = patience;
    }

    /**
     * Closes; throws nothing. What does not come back in time is interrupted and left to itself, and the log tells where it
     * was. An interrupt of the caller changes nothing of that, and stays set.
     *
     * @param what names it, at the start of a sentence
     * @param close closes it
     */
    void close(String what, Runnable close) {
        Map<String, String> context = MDC.getCopyOfContextMap();
        InterruptibleTask task = new InterruptibleTask(() -> {
            MDC.setContextMap(context == null ? Map.of() : context);
            closeOrTell(what, close);
        });
        Thread thread = new Thread(task, "close");
        // One that never comes back must not keep the process alive.
        thread.setDaemon(true);
        thread.start();
        if (!ended(thread)) {
            log.error(
                    "{} is not closed after {}; it is interrupted and left behind. It is at: {}",
                    what,
                    patience,
                    task.whereabouts());
            task.interrupt();
        }
    }

    private boolean ended(Thread thread) {
        long deadline = System.nanoTime() + patience.toNanos();
        boolean interrupted = false;
        try {
            while (thread.isAlive() && System.nanoTime() < deadline) {
                try {
                    TimeUnit.NANOSECONDS.timedJoin(thread, deadline - System.nanoTime());
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return !thread.isAlive();
    }

    private static void closeOrTell(String what, Runnable close) {
        try {
            close.run();
        } catch (RuntimeException | LinkageError e) {
            log.warn("{} did not close in good order.", what, e);
        }
    }
}
