package dev.siteagent.sandbox.waldur;

import java.util.UUID;

/**
 * An API key of a resource at one moment.
 *
 * @param uuid the key's UUID
 * @param resource the resource
 * @param clientId its id on the backend
 * @param secret the key itself, as the agent reported it
 * @param state {@code Creating}, {@code OK}, {@code Updating} or {@code Erred}
 * @param errorMessage why it erred, not null
 */
public record ApiKeySnapshot(
        UUID uuid, UUID resource, String clientId, String secret, String state, String errorMessage) {

    /** Leaves the key itself out. */
    @Override
    public String toString() {
        return "ApiKeySnapshot[" + uuid + ", " + clientId + ", " + state + "]";
    }
}
