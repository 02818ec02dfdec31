package dev.siteagent.core.waldur;

import dev.siteagent.spi.Secret;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/** The API keys of resources: {@code /api/marketplace-resource-api-keys/}. Thread-safe. */
public final class ResourceApiKeys {
    private static final String PATH = "/api/marketplace-resource-api-keys/";

    private final WaldurHttp http;

    ResourceApiKeys(WaldurHttp http) {
        this.http = http;
    }

    /** Lists the keys of a resource; see {@link Listing#complete()} before anything is removed on its word. */
    public Listing<ResourceApiKey> listOfResource(UUID resource) throws InterruptedException {
        return list("list the API keys of resource " + Uuids.hex(resource), Query.NONE.and("resource_uuid", resource));
    }

    /**
     * Lists the keys of an offering that have been in a state for some time.
     *
     * @param offering the offering
     * @param state the state
     * @param modifiedBefore only keys that have not changed since
     */
    public Listing<ResourceApiKey> listOfOffering(UUID offering, ResourceApiKey.State state, Instant modifiedBefore)
            throws InterruptedException {
        return list(
                "list the API keys of offering " + Uuids.hex(offering),
                Query.NONE
                        .and("offering_uuid", offering)
                        .and("state", state.wire())
                        .and("modified_before", modifiedBefore.toString()));
    }

    /**
     * Reports a key that the backend has taken. Not repeated when the answer is lost, since Waldur would record it twice.
     *
     * @param resource the resource
     * @param clientId the key's id on the backend
     * @param apiKey the key
     */
    public ResourceApiKey reportCreated(UUID resource, String clientId, Secret apiKey) throws InterruptedException {
        return http.one(
                WaldurCall.create(
                        "api_keys.report_created",
                        "record API key " + clientId + " of resource " + Uuids.hex(resource),
                        PATH + "report_created/",
                        Map.of("resource", resource, "client_id", clientId, "api_key", apiKey.reveal())),
                ResourceApiKey.class);
    }

    /**
     * Reports the new value of a key that was rotated.
     *
     * @param key the key's UUID
     * @param clientId the key's id on the backend
     * @param apiKey the new key
     */
    public void setKey(UUID key, String clientId, Secret apiKey) throws InterruptedException {
        act(
                key,
                "set_key",
                "record the new value of API key",
                Map.of("client_id", clientId, "api_key", apiKey.reveal()));
    }

    /** Reports that a key could not be made or rotated. */
    public void setErred(UUID key, String message) throws InterruptedException {
        act(key, "set_erred", "mark as erred API key", Map.of("error_message", message));
    }

    private void act(UUID key, String action, String purpose, Object body) throws InterruptedException {
        http.done(WaldurCall.act(
                "api_keys." + action,
                purpose + " " + Uuids.hex(key),
                PATH + Uuids.hex(key) + "/" + action + "/",
                body));
    }

    private Listing<ResourceApiKey> list(String purpose, Query query) throws InterruptedException {
        return http.listing(WaldurCall.get("api_keys.list", purpose, PATH, query), ResourceApiKey.class);
    }
}
