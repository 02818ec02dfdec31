package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;

/**
 * A request to list what could be imported, at one moment.
 *
 * @param uuid the request's UUID
 * @param offering the offering
 * @param state {@code Sent}, {@code Processing}, {@code Done} or {@code Erred}
 * @param errorMessage why it erred, not null
 * @param submitted all that has been submitted for the offering
 */
public record ImportSnapshot(
        UUID uuid, UUID offering, String state, String errorMessage, List<BackendResource> submitted) {

    /**
     * A resource of the backend that was submitted.
     *
     * @param name its name
     * @param project the project it shall belong to
     * @param backendId its id on the backend
     * @param metadata what the backend tells of it
     */
    public record BackendResource(String name, UUID project, String backendId, JsonNode metadata) {}
}
