package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;

/**
 * An agent that registered, at one moment.
 *
 * @param uuid the identity's UUID
 * @param offering the offering it serves
 * @param name its name
 * @param described all it told of itself, by Waldur's field names
 * @param services its services
 */
public record AgentSnapshot(UUID uuid, UUID offering, String name, JsonNode described, List<Service> services) {

    /**
     * A service of an agent.
     *
     * @param uuid the service's UUID
     * @param name its name
     * @param mode the mode it stands for
     * @param processors the names of its processors
     */
    public record Service(UUID uuid, String name, String mode, List<String> processors) {}
}
