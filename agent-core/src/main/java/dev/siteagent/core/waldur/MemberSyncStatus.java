package dev.siteagent.core.waldur;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.UUID;

/**
 * How far one role of one member is synchronised.
 *
 * @param scopeType what the role is for, not null
 * @param roleName the role, not null
 * @param state how far it is, not null
 * @param username the member's name, or null
 * @param userUuid the member's UUID, or null
 * @param resourceProjectUuid the resource's project the role is for, or null
 * @param message what is wrong, or null
 */
public record MemberSyncStatus(
        Scope scopeType,
        String roleName,
        State state,
        String username,
        UUID userUuid,
        UUID resourceProjectUuid,
        String message) {

    /** What a role is for. */
    public enum Scope {
        /** The resource as a whole. */
        @JsonProperty("resource")
        RESOURCE,
        /** A project inside the resource. */
        @JsonProperty("resource_project")
        RESOURCE_PROJECT
    }

    /** How far a role is synchronised. */
    public enum State {
        /** Not yet. */
        @JsonProperty("pending")
        PENDING,
        /** Done. */
        @JsonProperty("synced")
        SYNCED,
        /** The identity provider does not know the user. */
        @JsonProperty("missing_in_idp")
        MISSING_IN_IDP,
        /** It failed. */
        @JsonProperty("error")
        ERROR
    }

    /** Tells no name and no message, which may hold user data. */
    @Override
    public String toString() {
        return "MemberSyncStatus[" + userUuid + ", " + roleName + ", " + state + "]";
    }
}
