package dev.siteagent.sandbox.waldur;

import java.util.UUID;

/**
 * A user at an offering at one moment.
 *
 * @param uuid the offering user's UUID
 * @param offering the offering
 * @param user the user
 * @param username the name on the backend, not null
 * @param state the state as Waldur writes it, such as {@code Pending account linking}
 * @param restricted whether the user shall have no access
 * @param comment what the agent told the user, not null
 * @param commentUrl the link that goes with it, not null
 */
public record OfferingUserSnapshot(
        UUID uuid,
        UUID offering,
        UUID user,
        String username,
        String state,
        boolean restricted,
        String comment,
        String commentUrl) {}
