package dev.siteagent.core.runtime;

/** What a mode does for one offering, again and again: one call is one cycle. Called by one thread at a time. */
interface OfferingCycle extends AutoCloseable {
    /**
     * Does one cycle. Failures of Waldur, of the backend and of single items are told in the report; what is thrown is a
     * fault of the agent.
     *
     * @throws InterruptedException when the thread is interrupted; what was begun is left as it is
     */
    CycleReport run() throws InterruptedException;

    /** Releases the backend. Called once, when no cycle is under way; throws nothing. */
    @Override
    void close();
}
