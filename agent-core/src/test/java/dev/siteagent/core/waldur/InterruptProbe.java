package dev.siteagent.core.waldur;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** Runs a call on a thread of its own and interrupts it while it waits. */
final class InterruptProbe {
    private final CompletableFuture<Throwable> outcome = new CompletableFuture<>();
    private final Thread thread;

    InterruptProbe(Callable<?> call) {
        this.thread = new Thread(() -> {
            try {
                call.call();
                outcome.complete(null);
            } catch (Exception e) {
                outcome.complete(e);
            }
        });
    }

    /** Returns what the call threw, or null. */
    Throwable interruptOnceRunning() throws Exception {
        thread.start();
        Awaitility.await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        thread.interrupt();
        return outcome.get(5, TimeUnit.SECONDS);
    }
}
