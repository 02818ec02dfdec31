package dev.siteagent.spi;

import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/**
 * A backend that assigns usernames itself; the host writes them back to Waldur.
 *
 * @since 1.0.0
 */
public interface UsernameReconciliationBackend extends ResourceBackend {
    /**
     * Returns the usernames that the backend assigned.
     *
     * @param users the offering's users as Waldur has them
     * @return {@link OfferingUser#uuid()} to username, for those that have one
     * @throws BackendException when they cannot be read
     * @throws InterruptedException when the thread is interrupted
     */
    Map<UUID, String> assignedUsernames(Collection<OfferingUser> users) throws BackendException, InterruptedException;
}
