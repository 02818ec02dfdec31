package dev.siteagent.core.waldur;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.UUID;

/**
 * A service account or a course account of a project.
 *
 * @param uuid the account's UUID
 * @param username the account's name on the backend
 * @param state the state, never null
 * @param projectUuid the project it belongs to
 */
public record ProjectAccount(UUID uuid, String username, State state, UUID projectUuid) {

    /** Puts what is missing in order. */
    public ProjectAccount {
        state = state == null ? State.UNKNOWN : state;
    }

    /** Leaves the name out. */
    @Override
    public String toString() {
        return "ProjectAccount[" + uuid + ", " + state + "]";
    }

    /** The states of an account. */
    public enum State {
        /** In use. */
        @JsonProperty("OK")
        OK,
        /** No longer in use. */
        @JsonProperty("Closed")
        CLOSED,
        /** Something failed. */
        @JsonProperty("Erred")
        ERRED,
        /** Not ready. */
        @JsonProperty("Pending")
        PENDING,
        /** A state that this agent does not know, or none in the answer. */
        @JsonEnumDefaultValue
        UNKNOWN
    }
}
