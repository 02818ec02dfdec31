package dev.siteagent.core.cli;

import dev.siteagent.core.plugins.ExitBlame;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/**
 * What SIGTERM and SIGINT do to a run: they stop it, and when its work ended in time the process ends with status 0. When
 * it did not, the virtual machine ends as the signal would have it, with 143 or 130.
 *
 * <p>The virtual machine tells of a signal by its shutdown hooks alone; a normal end takes the hook back first. A plugin
 * that asks the process to end comes here, too: it is named, and the status is 1, so that whoever supervises the agent
 * starts another.
 */
final class GracefulEnd implements AutoCloseable {
    /** What a shell tells of a process that SIGTERM ended. */
    private static final int TERMINATED = 143;

    private final Duration patience;
    private final Thread hook = new Thread(this::endBySignal, "graceful-end");
    private final CountDownLatch ended = new CountDownLatch(1);
    private Runnable stop = () -> {};
    private boolean signalled;
    private volatile boolean inTime;

    /**
     * Listens from now on.
     *
     * @param patience how long to wait for the end of the work, longer than the work's own grace period
     */
    GracefulEnd(Duration patience) {
        this.patience = patience;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Sets what a signal stops. A signal that came before stops it at once. */
    synchronized void stops(Runnable newStop) {
        stop = newStop;
        if (signalled) {
            stop.run();
        }
    }

    /** Tells that everything is closed; whether the work ended by itself or had to be interrupted. */
    void ended(boolean byItself) {
        inTime = byItself;
        ended.countDown();
    }

    private void endBySignal() {
        Optional<String> culprit = ExitBlame.plugin();
        culprit.ifPresent(line -> LoggerFactory.getLogger(GracefulEnd.class)
                .error(
                        "The code of a plugin asks the process to end, and cannot be kept from it: {}. The agent stops as"
                                + " for SIGTERM; ask the plugin's author.",
                        line));
        synchronized (this) {
            signalled = true;
            stop.run();
        }
        try {
            boolean good = ended.await(patience.toMillis(), TimeUnit.MILLISECONDS) && inTime;
            if (culprit.isPresent()) {
                Runtime.getRuntime().halt(1);
            } else if (good) {
                Runtime.getRuntime().halt(0);
            }
        } catch (InterruptedException e) {
            // Nobody interrupts a hook on purpose; the virtual machine is about to end anyway.
            Thread.currentThread().interrupt();
        }
        new ForcedEnd().begin(TERMINATED);
    }

    /** Goes back to the usual end of a process; without effect when a signal came already. */
    @Override
    public void close() {
        synchronized (this) {
            if (signalled) {
                return;
            }
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The signal came between the look above and now: its hook is running and ends the process.
            LoggerFactory.getLogger(GracefulEnd.class).debug("a signal came at the very end of the run", e);
        }
    }
}
