package dev.siteagent.hobbyfarm.work;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The time of this machine. */
public final class RealTime implements Timekeeper {
    private static final Logger log = LoggerFactory.getLogger(RealTime.class);

    private final Clock clock;
    private final ScheduledThreadPoolExecutor executor;

    /**
     * Starts one thread when it is needed first.
     *
     * @param clock the time
     */
    public RealTime(Clock clock) {
        this.clock = clock;
        this.executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "hobbyfarm-time");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // Nobody waits for it, and it logs its own failures.
    public void after(Duration pause, Runnable task) {
        try {
            executor.schedule(() -> run(task), pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            log.debug("nothing happens later any more: the bridge has stopped");
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException fault) {
            log.error("a fault of the bridge in something that was to happen later", fault);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
