package dev.siteagent.core.waldur;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A user at an offering. What Waldur left out is null.
 *
 * @param uuid the offering user's UUID
 * @param userUuid the user's UUID
 * @param userUsername the user's name in Waldur
 * @param username the user's name on the backend, never null, empty as long as there is none
 * @param state the state, never null
 * @param isRestricted whether the user shall have no access
 * @param hasConsent whether the user consented to the offering's terms
 * @param serviceProviderComment what the agent told the user
 * @param serviceProviderCommentUrl the link that goes with it
 * @param attributes the further attributes asked for, by Waldur's field names, such as {@code user_email}; never null
 */
public record OfferingUser(
        UUID uuid,
        UUID userUuid,
        String userUsername,
        String username,
        OfferingUserState state,
        boolean isRestricted,
        boolean hasConsent,
        String serviceProviderComment,
        String serviceProviderCommentUrl,
        @JsonAnySetter Map<String, Object> attributes) {

    /** The fields every listing asks for; the attributes come on top. */
    static final List<String> FIELDS = Query.fieldNames(OfferingUser.class).stream()
            .filter(field -> !field.equals("attributes"))
            .toList();

    /** Puts what is missing in order. */
    public OfferingUser {
        username = Values.text(username);
        state = state == null ? OfferingUserState.UNKNOWN : state;
        attributes = Values.copy(attributes);
    }

    /** Tells only who it is, not what is known of the person. */
    @Override
    public String toString() {
        return "OfferingUser[" + uuid + ", " + state + "]";
    }
}
