package dev.siteagent.spi;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * A backend whose resources have members. The host computes who is missing and who is stale.
 *
 * @since 1.0.0
 */
public interface MembersBackend extends ResourceBackend {
    /**
     * Reads who has access to many resources, in bulk wherever possible.
     *
     * @return one result for each resource, by {@link Resource#uuid()}: the usernames, as the backend knows them
     * @throws BackendException when nothing could be read
     * @throws InterruptedException when the thread is interrupted
     */
    Map<UUID, Lookup<Set<String>>> members(Collection<Resource> resources)
            throws BackendException, InterruptedException;

    /**
     * Gives access. One who has it already is success.
     *
     * @param resource the resource, with a backend id
     * @param members the missing ones, or with {@link BackendTraits#skipTeamDiff()} the whole team
     * @return one result for each member, by username; true when access was given now
     * @throws BackendException when none could be added
     * @throws InterruptedException when the thread is interrupted
     */
    Map<String, Attempt<Boolean>> addMembers(Resource resource, Collection<Member> members)
            throws BackendException, InterruptedException;

    /**
     * Takes access away. One who has none is success.
     *
     * @param resource the resource, with a backend id
     * @param usernames the stale ones
     * @return one result for each username; true when access was taken now
     * @throws BackendException when none could be removed
     * @throws InterruptedException when the thread is interrupted
     */
    Map<String, Attempt<Boolean>> removeMembers(Resource resource, Set<String> usernames)
            throws BackendException, InterruptedException;
}
