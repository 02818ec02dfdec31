package dev.siteagent.core.events.handlers;

import dev.siteagent.core.waldur.ResourceState;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.TransientBackendException;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** The membership of an offering, as far as events have a say in it. Thread-safe. */
public interface Membership {
    /**
     * Returns the backend for members.
     *
     * @throws TransientBackendException when it has not been opened yet
     */
    ResourceBackend backend() throws TransientBackendException;

    /**
     * Returns the states of the resources that are synced.
     *
     * @throws TransientBackendException when the backend, which has a say in that, has not been opened yet
     */
    List<ResourceState> handledStates() throws TransientBackendException;

    /**
     * Brings resources in step, whatever they were before: members, accounts, power, limits, metadata.
     *
     * @param resources the resources; those that Waldur lacks, or has in another state, are left alone
     * @return completes when all are in step, or failed for good; fails when another try is worth it
     */
    CompletionStage<Void> sync(Collection<UUID> resources);

    /** Brings all resources of the offering in step that nobody works on; else as {@link #sync}. */
    CompletionStage<Void> syncAll();
}
