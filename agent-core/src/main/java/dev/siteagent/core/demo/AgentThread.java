package dev.siteagent.core.demo;

import dev.siteagent.core.runtime.AgentRun;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The agent of the demo, on a thread of its own. Closing stops it as SIGTERM would. */
final class AgentThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentThread.class);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(35);

    private final AgentRun run;
    private final Thread thread;
    private volatile List<String> problems = List.of();

    AgentThread(AgentRun run) {
        this.run = run;
        this.thread = new Thread(this::work, "demo-agent");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    boolean alive() {
        return thread.isAlive();
    }

    /** Returns what went wrong, as an agent that has ended by itself says it. */
    List<String> problems() {
        return problems;
    }

    /** Waits until the agent has ended, and no longer than this; returns whether it has. */
    boolean endsWithin(Duration patience) throws InterruptedException {
        thread.join(patience.toMillis());
        return !thread.isAlive();
    }

    private void work() {
        try {
            problems = run.run().problems();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("the agent of the demo failed", e);
        }
    }

    @Override
    public void close() {
        run.stop();
        try {
            thread.join(LONGEST_STOP.toMillis());
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}
