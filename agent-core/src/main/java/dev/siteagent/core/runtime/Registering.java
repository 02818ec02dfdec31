package dev.siteagent.core.runtime;

/** Registers the agent for an offering. */
@FunctionalInterface
interface Registering {
    void register() throws InterruptedException;
}
