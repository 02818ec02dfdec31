package dev.siteagent.core.health;

import java.util.List;

/** A question about the agent's health. Must be thread-safe and answer within seconds. */
@FunctionalInterface
public interface Health {
    /**
     * Looks.
     *
     * @return what is wrong, a line each; empty when all is well
     * @throws InterruptedException when the thread is interrupted
     */
    List<String> problems() throws InterruptedException;
}
