package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.Routes;
import dev.siteagent.sandbox.waldur.Entities.Resource;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

/** The API keys of resources: {@code /api/marketplace-resource-api-keys/}. Used under the marketplace's lock. */
final class ApiKeyStore {
    private static final String PATH = "/api/marketplace-resource-api-keys/";

    private final Map<UUID, Key> keys = new LinkedHashMap<>();
    private final Marketplace marketplace;
    private final Pages pages;

    ApiKeyStore(Marketplace marketplace, Pages pages) {
        this.marketplace = marketplace;
        this.pages = pages;
    }

    private static final class Key {
        final UUID uuid = UUID.randomUUID();
        final Resource resource;
        String clientId;
        String secret;
        String state = "OK";
        String errorMessage = "";
        Instant modified;

        Key(Resource resource, String clientId, String secret, Instant modified) {
            this.resource = resource;
            this.clientId = clientId;
            this.secret = secret;
            this.modified = modified;
        }

        ApiKeySnapshot snapshot() {
            return new ApiKeySnapshot(uuid, resource.uuid, clientId, secret, state, errorMessage);
        }
    }

    void addTo(Routes.Builder routes) {
        routes.get(PATH, this::list)
                .post(PATH + "report_created/", this::reportCreated)
                .post(PATH + "{uuid}/set_key/", this::setKey)
                .post(PATH + "{uuid}/set_erred/", this::setErred);
    }

    boolean has(Resource resource) {
        return keys.values().stream().anyMatch(key -> key.resource == resource);
    }

    void deleteOf(Resource resource) {
        keys.values().removeIf(key -> key.resource == resource);
    }

    List<ApiKeySnapshot> of(Resource resource) {
        return keys.values().stream()
                .filter(key -> key.resource == resource)
                .map(Key::snapshot)
                .toList();
    }

    UUID add(Resource resource, String clientId) {
        Key key = new Key(resource, clientId, "value-of-" + clientId, marketplace.now());
        keys.put(key.uuid, key);
        return key.uuid;
    }

    /** What a customer does who wants a new value for a key. */
    void requestRotation(UUID uuid) {
        Key key = Marketplace.known(keys, uuid, "API key");
        key.state = "Updating";
        key.modified = marketplace.now();
    }

    private Response list(Request request) {
        Predicate<Key> wanted = new Filters<Key>(request.query())
                .uuid("resource_uuid", key -> key.resource.uuid)
                .uuid("offering_uuid", key -> key.resource.offering.uuid)
                .choice("state", List.of("Creating", "Erred", "OK", "Updating"), key -> key.state)
                .build();
        Predicate<Key> old = request.query()
                .first("modified_before")
                .map(Instant::parse)
                .<Predicate<Key>>map(time -> key -> key.modified.isBefore(time))
                .orElse(key -> true);
        return pages.answer(request, keys.values(), wanted.and(old), this::json);
    }

    private Response reportCreated(Request request) {
        Input input = Input.of(request);
        UUID uuid = input.uuid("resource");
        Resource resource = marketplace.resources.get(uuid);
        if (resource == null) {
            throw Refusals.invalid("resource", "Invalid hyperlink - Object does not exist.");
        }
        String clientId = input.text("client_id", 255);
        if (keys.values().stream().anyMatch(key -> key.resource == resource && key.clientId.equals(clientId))) {
            throw Refusals.invalid("client_id", "API key with this client id already exists.");
        }
        Key key = new Key(resource, clientId, input.text("api_key", 4096), marketplace.now());
        keys.put(key.uuid, key);
        return Response.json(201, json(key));
    }

    private Response setKey(Request request) {
        Key key = key(request);
        Input input = Input.of(request);
        String secret = input.text("api_key", 4096);
        if (key.state.equals("OK")) {
            throw Refusals.wrongState("Creating", "Updating", "Erred");
        }
        key.secret = secret;
        if (input.has("client_id")) {
            key.clientId = input.text("client_id", 255);
        }
        key.state = "OK";
        key.errorMessage = "";
        key.modified = marketplace.now();
        return Response.json(200, json(key));
    }

    private Response setErred(Request request) {
        Key key = key(request);
        key.errorMessage = Input.of(request).text("error_message", 100_000);
        key.state = "Erred";
        key.modified = marketplace.now();
        return Response.json(200, json(key));
    }

    private Key key(Request request) {
        return Ids.parse(request.pathParameter("uuid"))
                .map(keys::get)
                .orElseThrow(() -> Refusals.unknown("ResourceApiKey"));
    }

    private ObjectNode json(Key key) {
        return Json.object()
                .put("uuid", Ids.hex(key.uuid))
                .put("resource_uuid", Ids.hex(key.resource.uuid))
                .put("resource_backend_id", key.resource.backendId)
                .put("modified", key.modified.toString())
                .put("client_id", key.clientId)
                .put("state", key.state)
                .put("error_message", key.errorMessage);
    }
}
