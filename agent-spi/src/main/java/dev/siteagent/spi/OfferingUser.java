package dev.siteagent.spi;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * A user of an offering: the account that a Waldur user has at the service provider.
 *
 * @param uuid the UUID of the offering user
 * @param userUuid the UUID of the Waldur user
 * @param userUsername the username in Waldur
 * @param username the username at the provider; empty until one is assigned
 * @param state the state of the account in Waldur, such as {@code OK} or {@code Requested}
 * @param attributes profile attributes that the offering's attribute configuration exposes, name to text
 * @since 1.0.0
 */
public record OfferingUser(
        UUID uuid,
        UUID userUuid,
        String userUsername,
        Optional<String> username,
        String state,
        Map<String, String> attributes) {
    /** Copies the map and refuses nulls. */
    public OfferingUser {
        Objects.requireNonNull(uuid, "uuid");
        Objects.requireNonNull(userUuid, "userUuid");
        Objects.requireNonNull(userUsername, "userUsername");
        Objects.requireNonNull(username, "username");
        Objects.requireNonNull(state, "state");
        attributes = Records.copy(attributes, "attributes");
    }

    /** Returns the identity and state; the rest is personal data. */
    @Override
    public String toString() {
        return "OfferingUser[" + uuid + " " + state + "]";
    }
}
