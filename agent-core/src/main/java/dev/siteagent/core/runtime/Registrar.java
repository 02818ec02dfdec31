package dev.siteagent.core.runtime;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Registers the agent for one mode of an offering, on a thread of its own: no order waits for that. */
final class Registrar {
    private static final Logger log = LoggerFactory.getLogger(Registrar.class);

    private final String offering;
    private final Mode mode;
    private final Registering registering;
    private final Thread thread = new Thread(this::register, "registration");

    Registrar(String offering, Mode mode, Registering registering) {
        this.offering = offering;
        this.mode = mode;
        this.registering = registering;
        thread.setDaemon(true);
    }

    /** Begins. */
    void start() {
        thread.start();
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

    /**
     * Gives up a registration that takes longer.
     *
     * @param patience how long it may still take
     */
    void close(Duration patience) throws InterruptedException {
        try {
            TimeUnit.NANOSECONDS.timedJoin(thread, patience.toNanos());
            if (thread.isAlive()) {
                log.warn("The registration of offering {} was given up, since it takes too long.", offering);
            }
        } finally {
            thread.interrupt();
        }
    }
}
