package dev.siteagent.spi;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A user with access to a resource.
 *
 * @param username by which the backend knows the user, per {@link BackendTraits#userResolution()}
 * @param role the role in the project, such as {@code PROJECT.MEMBER}; empty for service and course accounts
 * @param email the e-mail address, where the offering may see it
 * @param cuid the community unique identifier, where the user has one
 * @param attributes profile attributes that the offering's attribute configuration exposes, name to text
 * @since 1.0.0
 */
public record Member(
        String username,
        Optional<String> role,
        Optional<String> email,
        Optional<String> cuid,
        Map<String, String> attributes) {
    /** Copies the map and refuses nulls and a blank username. */
    public Member {
        Records.requireText(username, "username");
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(email, "email");
        Objects.requireNonNull(cuid, "cuid");
        attributes = Records.copy(attributes, "attributes");
    }

    /**
     * Returns a member of whom only the username is known.
     *
     * @param username by which the backend knows the user
     */
    public static Member of(String username) {
        return new Member(username, Optional.empty(), Optional.empty(), Optional.empty(), Map.of());
    }

    /** Returns the username alone; the rest is personal data. */
    @Override
    public String toString() {
        return "Member[" + username + "]";
    }
}
