package dev.siteagent.core.cli;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.slf4j.LoggerFactory;

/**
 * Ends a process whose end something keeps up: the virtual machine waits for every shutdown hook, a plugin's or a library's
 * among them, however long it takes.
 */
final class ForcedEnd {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Duration patience;
    private final IntConsumer halt;

    /** Five seconds after it is begun. */
    ForcedEnd() {
        this(PATIENCE, Runtime.getRuntime()::halt);
    }

    /**
     * For tests.
     *
     * @param patience how long the process may take to end
     * @param halt ends it with a status
     */
    ForcedEnd(Duration patience, IntConsumer halt) {
        this.patience = patience;
        this.halt = halt;
    }

    /** Ends the process by and by with this status, unless it has ended before. Returns at once. */
    void begin(int status) {
        Thread thread = new Thread(() -> waitAndHalt(status), "forced-end");
        thread.setDaemon(true);
        thread.start();
    }

    private void waitAndHalt(int status) {
        try {
            TimeUnit.NANOSECONDS.sleep(patience.toNanos());
            LoggerFactory.getLogger(ForcedEnd.class)
                    .warn(
                            "The process is ended by force, since a shutdown hook has not come back for {}: the agent has"
                                    + " none that takes so long, ask the authors of the plugins.",
                            patience);
            halt.accept(status);
        } catch (InterruptedException e) {
            // Nobody does so on purpose; the process then ends when its hooks have.
            Thread.currentThread().interrupt();
        }
    }
}
