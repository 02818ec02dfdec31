package dev.siteagent.spi;

import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/**
 * A backend whose work can outlive a call: it answers {@link Outcome.Pending}, and the host polls.
 *
 * @since 1.0.0
 */
public interface PendingWorkBackend extends ResourceBackend {
    /**
     * Moves pending work on: looks how far it is and takes the next step where one is due. Does not wait for it.
     *
     * <p>The host hands over all work that is due, at most one a resource, so that one listing can serve many. After a
     * restart it polls with what Waldur has: a create whose backend id is recorded comes with {@link Handle#NONE} when no
     * handle was stored. Every step must be repeatable: the process may have died right after it.
     *
     * @return one result for each work given, by {@link Resource#uuid()}: ready, pending again (perhaps with a new
     *     handle, which is stored before the next poll), or the failure of that one
     * @throws BackendException when nothing could be learned of any of them
     * @throws InterruptedException when the thread is interrupted
     */
    Map<UUID, Attempt<Outcome>> poll(Collection<PendingWork> works) throws BackendException, InterruptedException;
}
