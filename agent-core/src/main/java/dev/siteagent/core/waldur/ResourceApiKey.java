package dev.siteagent.core.waldur;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.UUID;

/**
 * What Waldur tells of an API key of a resource, which is never the key itself.
 *
 * @param uuid the key's UUID
 * @param resourceUuid the resource
 * @param resourceBackendId the resource's id on the backend
 * @param clientId the key's id on the backend
 * @param state the state, never null
 * @param errorMessage why it erred
 * @param modified when it last changed
 */
public record ResourceApiKey(
        UUID uuid,
        UUID resourceUuid,
        String resourceBackendId,
        String clientId,
        State state,
        String errorMessage,
        Instant modified) {

    /** Puts what is missing in order. */
    public ResourceApiKey {
        state = state == null ? State.UNKNOWN : state;
    }

    /** The states of a key. */
    public enum State {
        /** Being made. */
        @JsonProperty("Creating")
        CREATING("Creating"),
        /** In use. */
        @JsonProperty("OK")
        OK("OK"),
        /** Being rotated. */
        @JsonProperty("Updating")
        UPDATING("Updating"),
        /** Something failed. */
        @JsonProperty("Erred")
        ERRED("Erred"),
        /** A state that this agent does not know, or none in the answer. */
        @JsonEnumDefaultValue
        UNKNOWN("unknown");

        private final String wire;

        State(String wire) {
            this.wire = wire;
        }

        /** Returns the state as Waldur writes it. */
        public String wire() {
            return wire;
        }
    }
}
