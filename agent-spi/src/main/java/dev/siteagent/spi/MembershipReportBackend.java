package dev.siteagent.spi;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * A backend that can tell what became of each grant; asked when the offering enables {@code membership sync status}.
 *
 * @since 1.0.0
 */
public interface MembershipReportBackend extends MembersBackend {
    /**
     * Reads what became of the grants of a resource.
     *
     * @param resource the resource, with a backend id
     * @return one entry for each grant
     * @throws BackendException when it cannot be read
     * @throws InterruptedException when the thread is interrupted
     */
    List<Grant> membershipReport(Resource resource) throws BackendException, InterruptedException;

    /**
     * One grant.
     *
     * @param username who
     * @param scopeType where, in Waldur's words: {@code project}, {@code resource} or {@code resource_project}
     * @param resourceProject the UUID of the resource project, for that scope
     * @param roleName what
     * @param state how far it is, in Waldur's words
     * @param message why, for people; may be empty
     */
    record Grant(
            String username,
            String scopeType,
            Optional<UUID> resourceProject,
            String roleName,
            String state,
            String message) {
        /** Refuses nulls. */
        public Grant {
            Records.requireText(username, "username");
            Records.requireText(scopeType, "scopeType");
            Objects.requireNonNull(resourceProject, "resourceProject");
            Objects.requireNonNull(roleName, "roleName");
            Records.requireText(state, "state");
            Objects.requireNonNull(message, "message");
        }
    }
}
