package dev.siteagent.sandbox.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Handler;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.Streaming;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The requests that the server answers. */
final class Api implements Handler, Streaming {
    private final ObjectStore store;
    private final List<ResourceType> types = new CopyOnWriteArrayList<>(List.of(
            ResourceType.NAMESPACE,
            ResourceType.SECRET,
            ResourceType.EVENT,
            ResourceType.LEASE,
            ResourceType.DEFINITION));

    Api(ObjectStore store) {
        this.store = store;
        store.onChange(this::defined);
    }

    /** Serves one more type. */
    void define(ResourceType type) {
        if (!types.contains(type)) {
            types.add(type);
        }
    }

    /** A definition is served as soon as it is there. */
    private void defined(Change change) {
        if (!change.type().equals(ResourceType.DEFINITION) || change.what() == Change.What.DELETED) {
            return;
        }
        JsonNode spec = change.object().path("spec");
        for (JsonNode version : spec.path("versions")) {
            define(new ResourceType(
                    spec.path("group").asText(),
                    version.path("name").asText(),
                    spec.path("names").path("kind").asText(),
                    spec.path("names").path("plural").asText(),
                    spec.path("scope").asText().equals("Namespaced"),
                    version.path("subresources").has("status")));
        }
    }

    @Override
    public Optional<Stream> of(Request request) {
        boolean watch = request.query().first("watch").filter("true"::equals).isPresent();
        Optional<Target> target =
                watch && !asksForAWebSocket(request) ? Target.of(request.path(), types) : Optional.empty();
        return target.map(found -> new Watch(
                store,
                found,
                request.query()
                        .first("resourceVersion")
                        .filter(text -> text.matches("[0-9]{1,18}"))
                        .map(Long::parseLong)
                        .orElse(0L)));
    }

    private static boolean asksForAWebSocket(Request request) {
        return request.headers().getOrDefault("Upgrade", List.of()).contains("websocket");
    }

    @Override
    public Response handle(Request request) {
        if (asksForAWebSocket(request)) {
            // No web sockets: a client that gets an ordinary answer watches by a plain request.
            return Response.json(200, Json.object());
        }
        Target target = Target.of(request.path(), types).orElseThrow(() -> Failure.notFound(request.path()));
        if (request.query().first("labelSelector").isPresent()
                || request.query().first("fieldSelector").isPresent()) {
            throw Failure.badRequest("selectors are not simulated");
        }
        return target.name().isPresent()
                ? one(request, target, target.key(target.name().get()))
                : all(request, target);
    }

    private Response all(Request request, Target target) {
        return switch (request.method()) {
            case "GET" -> Response.json(200, list(target));
            case "POST" -> {
                ObjectNode object = object(request);
                String name = object.path("metadata").path("name").asText();
                if (name.isEmpty()) {
                    throw Failure.invalid("metadata.name is missing; generated names are not simulated");
                }
                yield Response.json(201, store.create(target.key(name), object));
            }
            default -> throw Failure.notAllowed(request.method());
        };
    }

    private ObjectNode list(Target target) {
        ObjectStore.Listing listing = store.list(target.type(), target.namespace());
        ObjectNode list = Json.object();
        list.put("kind", target.type().kind() + "List");
        list.put("apiVersion", target.type().apiVersion());
        list.putObject("metadata").put("resourceVersion", Long.toString(listing.version()));
        list.putArray("items").addAll(listing.objects());
        return list;
    }

    private Response one(Request request, Target target, ObjectStore.Key key) {
        return switch (request.method()) {
            case "GET" -> Response.json(200, store.get(key).orElseThrow(() -> Failure.notFound(key.toString())));
            case "PUT" -> {
                ObjectNode object = object(request);
                yield Response.json(200, store.change(key, target.status(), replaced -> {
                    replaced.removeAll();
                    replaced.setAll(object);
                }));
            }
            case "PATCH" -> Response.json(200, store.change(key, target.status(), patched -> patch(patched, request)));
            case "DELETE" -> Response.json(200, store.delete(key));
            default -> throw Failure.notAllowed(request.method());
        };
    }

    private static void patch(ObjectNode object, Request request) {
        String type =
                request.headers().getOrDefault("Content-Type", List.of("")).get(0);
        if (type.startsWith("application/json-patch+json")) {
            Patches.apply(object, request.json());
        } else if (type.startsWith("application/merge-patch+json")) {
            Patches.merge(object, request.json());
        } else {
            throw Failure.badRequest("patches of the type " + type + " are not simulated");
        }
    }

    private static ObjectNode object(Request request) {
        if (request.json() instanceof ObjectNode object) {
            return object;
        }
        throw Failure.badRequest("the body is no object");
    }
}
