package dev.siteagent.spi;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * What every backend does: health, create, read, delete. Further capabilities are further interfaces on the same object;
 * see the package description, which also has the rules for nulls, threads, interrupts and failures.
 *
 * <p>One instance serves one offering, from {@link BackendProvider#open} to {@link #close()}.
 *
 * @since 1.0.0
 */
public interface ResourceBackend extends AutoCloseable {
    /** Returns what this backend is like; read once, right after open. */
    default BackendTraits traits() {
        return BackendTraits.defaults();
    }

    /**
     * Checks that the remote side answers and accepts the credentials, by one cheap request. Called by health checks and
     * {@code diagnostics}.
     *
     * @throws BackendException when it does not; the message says which of both it is
     * @throws InterruptedException when the thread is interrupted
     */
    void ping() throws BackendException, InterruptedException;

    /**
     * Checks before a cycle of orders that they can be worked on; called when {@link BackendTraits#preflightEachCycle()}.
     * Any failure skips the offering's cycle and leaves its orders as they are.
     *
     * @throws BackendException when the cycle is to be skipped
     * @throws InterruptedException when the thread is interrupted
     */
    default void preflight() throws BackendException, InterruptedException {
        ping();
    }

    /**
     * Looks at the remote side for {@code site-agent diagnostics}: version, account, quotas, configured names that do not
     * exist there. May make several requests and changes nothing.
     *
     * @return what an operator should see, without secrets
     * @throws InterruptedException when the thread is interrupted
     */
    Diagnosis diagnose() throws InterruptedException;

    /**
     * Returns the component types that the backend can count or limit, to be compared with the configured ones by {@code
     * diagnostics}; empty when it cannot tell.
     *
     * @throws BackendException when the remote side cannot be asked
     * @throws InterruptedException when the thread is interrupted
     */
    default Set<String> componentTypes() throws BackendException, InterruptedException {
        return Set.of();
    }

    /**
     * Makes the resource. Idempotent by {@link Resource#uuid()}: when an earlier call made it, or may have made it and
     * the answer was lost, that one is adopted and no second is made, whatever process called before.
     *
     * <p>Called for create and restore orders, and to re-create a lost resource under its id (only with {@link
     * BackendTraits.Ids#CHOSEN_BY_HOST}). The host records the backend id of the outcome at once, and waits for a pending
     * one by {@link PendingWorkBackend#poll}.
     *
     * @return {@link Outcome.Ready} with the resource, or {@link Outcome.Pending} with its id as soon as that is known
     * @throws BackendException when nothing was made, or with {@link BackendException#backendId()} of what was
     * @throws InterruptedException when the thread is interrupted; a later call adopts what was made
     */
    Outcome create(CreateRequest request) throws BackendException, InterruptedException;

    /**
     * Deletes the resource. What is absent already is success. A resource with no backend id is looked for by the
     * backend's own marks, since an earlier create may have been lost; only a clean, repeated miss is absent.
     *
     * <p>{@link Outcome.Ready} means that the remote side confirmed that it is gone: an order is done only then. With
     * {@link CommonSettings#softDelete()} a backend that can keeps the data.
     *
     * @return {@link Outcome.Ready} without a resource, or {@link Outcome.Pending} until the deletion is confirmed
     * @throws BackendException when it is not gone, or when it is not certain that the resource is this one
     * @throws InterruptedException when the thread is interrupted
     */
    Outcome delete(Resource resource) throws BackendException, InterruptedException;

    /**
     * Reads many resources, in bulk wherever the remote side can: one listing for a thousand rather than a thousand
     * requests. Every resource given has a backend id. Changes nothing.
     *
     * @return one result for each resource given, by {@link Resource#uuid()}; a failure that concerns all of them may be
     *     thrown instead
     * @throws BackendException when nothing could be read
     * @throws InterruptedException when the thread is interrupted
     */
    Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources)
            throws BackendException, InterruptedException;

    /**
     * Returns what Waldur shall show as the metadata of a resource that {@link #read} found absent. Reaches no network.
     *
     * @param resource the resource, with the metadata that Waldur shows now
     * @return JSON values without secrets, values may be null; empty to leave everything as it is
     */
    default Map<String, Object> metadataOfAbsent(Resource resource) {
        return Map.of();
    }

    /** Releases connections and threads. Called once, when no call is under way; throws nothing. */
    @Override
    void close();
}
