package dev.siteagent.core.runtime;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Has the agent registered for an offering, beside the work, which neither waits for it nor fails with it. Thread-safe. */
final class Registrar {
    private static final Logger log = LoggerFactory.getLogger(Registrar.class);

    private final String offering;
    private final Mode mode;
    private final Registering registering;
    private final ExecutorService thread = Workers.start("registration", 1);
    private volatile Future<?> registration = CompletableFuture.completedFuture(null);

    /**
     * Begins nothing yet.
     *
     * @param offering the offering's name
     * @param mode the mode that serves it
     * @param registering registers
     */
    Registrar(String offering, Mode mode, Registering registering) {
        this.offering = offering;
        this.mode = mode;
        this.registering = registering;
    }

    /** Begins; once closed, it does nothing. */
    void begin() {
        try {
            registration = thread.submit(this::register);
        } catch (RejectedExecutionException closed) {
            log.debug("The registration of offering {} is not begun, since it is closed.", offering);
        }
    }

    /**
     * Lets a registration that has begun end, and gives it up after that.
     *
     * @param patience how long it may still take
     */
    void close(Duration patience) throws InterruptedException {
        try {
            thread.shutdown();
            if (!thread.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS) && !registration.isDone()) {
                log.warn("The registration of offering {} was given up, since it takes too long.", offering);
            }
        } finally {
            thread.shutdownNow();
        }
    }

    private void register() {
        MDC.put("offering", offering);
        MDC.put("mode", mode.wireName());
        try {
            registering.register();
        } catch (InterruptedException e) {
            log.debug("The registration was interrupted.");
        } catch (RuntimeException e) {
            log.error("The registration failed by a fault of the agent, which stops nothing.", e);
        } finally {
            MDC.clear();
        }
    }
}
