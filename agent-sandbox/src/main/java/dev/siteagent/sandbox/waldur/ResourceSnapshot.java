package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A resource at one moment.
 *
 * @param uuid the resource's UUID
 * @param name its name
 * @param slug its slug
 * @param state the state
 * @param offering the offering
 * @param project the project
 * @param plan the plan, or null
 * @param backendId its id on the backend, not null
 * @param limits component → amount, not null
 * @param backendMetadata what the agent told of it, a JSON object
 * @param endpoints how customers reach it, not null
 * @param errorMessage why it erred, not null
 * @param paused whether it shall be paused
 * @param downscaled whether it shall be downscaled
 * @param restrictMemberAccess whether no member shall have access
 * @param lastSync when the agent last synchronised it; at first, when it was ordered
 * @param modified when it last changed
 */
public record ResourceSnapshot(
        UUID uuid,
        String name,
        String slug,
        State state,
        UUID offering,
        UUID project,
        UUID plan,
        String backendId,
        Map<String, Long> limits,
        JsonNode backendMetadata,
        List<Endpoint> endpoints,
        String errorMessage,
        boolean paused,
        boolean downscaled,
        boolean restrictMemberAccess,
        Instant lastSync,
        Instant modified) {

    /**
     * An address under which customers reach a resource.
     *
     * @param name what it is
     * @param url the address
     */
    public record Endpoint(String name, String url) {}

    /** How a resource is. */
    public enum State {
        /** Ordered, not yet made. */
        CREATING("Creating"),
        /** In use. */
        OK("OK"),
        /** Something failed. */
        ERRED("Erred"),
        /** An update is under way. */
        UPDATING("Updating"),
        /** A termination is under way. */
        TERMINATING("Terminating"),
        /** Gone. */
        TERMINATED("Terminated");

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
