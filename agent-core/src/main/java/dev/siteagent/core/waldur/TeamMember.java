package dev.siteagent.core.waldur;

import java.time.Instant;
import java.util.UUID;

/**
 * A member of the team of a resource.
 *
 * @param uuid the user's UUID
 * @param username the user's name in Waldur, the identity bridge's CUID
 * @param fullName the user's full name
 * @param email the user's address
 * @param role the role in the project
 * @param expirationTime when the role ends, or null for never
 * @param offeringUserUsername the user's name on the backend, or null
 * @param offeringUserState the state of the user at this offering, or null when it has no offering user
 */
public record TeamMember(
        UUID uuid,
        String username,
        String fullName,
        String email,
        String role,
        Instant expirationTime,
        String offeringUserUsername,
        OfferingUserState offeringUserState) {

    /** Tells only who it is, not what is known of the person. */
    @Override
    public String toString() {
        return "TeamMember[" + uuid + "]";
    }
}
