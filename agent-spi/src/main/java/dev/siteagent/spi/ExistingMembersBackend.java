package dev.siteagent.spi;

import java.util.Collection;

/**
 * A backend that has something to do for members that are there already: their roles, their profiles.
 *
 * @since 1.0.0
 */
public interface ExistingMembersBackend extends MembersBackend {
    /**
     * Brings the members that both sides know into line: roles granted and revoked, e-mail addresses, attributes. Called
     * once a resource and cycle, best effort: a failure is logged and does not err the resource.
     *
     * @param resource the resource, with a backend id
     * @param existing the members that both sides have, as Waldur knows them
     * @throws BackendException when it failed
     * @throws InterruptedException when the thread is interrupted
     */
    void reconcileExisting(Resource resource, Collection<Member> existing)
            throws BackendException, InterruptedException;
}
