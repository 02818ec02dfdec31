package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.Routes;
import dev.siteagent.sandbox.waldur.Entities.User;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Subscriptions to events and their queues: {@code /api/event-subscriptions/}. Used under the marketplace's lock. */
final class SubscriptionStore {
    private static final String PATH = "/api/event-subscriptions/";
    private static final List<String> OBJECT_TYPES = List.of(
            "course_account",
            "importable_resources",
            "offering_resources_sync",
            "offering_user",
            "order",
            "resource",
            "resource_api_key_rotation",
            "resource_end_date_change_request",
            "resource_periodic_limits",
            "service_account",
            "user_lifecycle",
            "user_profile",
            "user_role",
            "user_ssh_key");

    private final Map<UUID, Subscription> subscriptions = new LinkedHashMap<>();
    private final Map<String, ObjectNode> queues = new LinkedHashMap<>();
    private final Marketplace marketplace;
    private final AgentStore agents;
    private final User agent;
    private final Links links;

    SubscriptionStore(Marketplace marketplace, AgentStore agents, User agent, Links links) {
        this.marketplace = marketplace;
        this.agents = agents;
        this.agent = agent;
        this.links = links;
    }

    private record Subscription(UUID uuid, String objectType, String description) {}

    void addTo(Routes.Builder routes) {
        routes.post("/api/marketplace-site-agent-identities/{uuid}/register_event_subscription/", this::register)
                .post(PATH + "{uuid}/create_queue/", this::createQueue)
                .delete(PATH + "{uuid}/", this::delete);
    }

    /** Returns the names of the queues that agents created, the oldest first. */
    List<String> queues() {
        return List.copyOf(queues.keySet());
    }

    private Response register(Request request) {
        if (Ids.parse(request.pathParameter("uuid")).filter(agents::hasIdentity).isEmpty()) {
            throw Refusals.unknown("AgentIdentity");
        }
        Input input = Input.of(request);
        String type = input.choice("observable_object_type", OBJECT_TYPES);
        for (Subscription known : subscriptions.values()) {
            if (known.objectType.equals(type)) {
                return Response.json(200, json(known));
            }
        }
        Subscription made = new Subscription(UUID.randomUUID(), type, input.optionalText("description", 4000));
        subscriptions.put(made.uuid, made);
        return Response.json(201, json(made));
    }

    private Response createQueue(Request request) {
        Subscription subscription = subscription(request);
        Input input = Input.of(request);
        UUID offering = input.uuid("offering_uuid");
        String type = input.choice("object_type", OBJECT_TYPES);
        if (!marketplace.offerings.containsKey(offering)) {
            throw Refusals.invalid("offering_uuid", "Object with this uuid does not exist.");
        }
        String name = "subscription_" + Ids.hex(subscription.uuid) + "_offering_" + Ids.hex(offering) + "_" + type;
        ObjectNode known = queues.get(name);
        if (known != null) {
            return Response.json(200, known);
        }
        UUID uuid = UUID.randomUUID();
        ObjectNode queue = Json.object()
                .put("uuid", Ids.hex(uuid))
                .put("url", links.to("event-subscription-queues", uuid))
                .put("event_subscription", links.to("event-subscriptions", subscription.uuid))
                .put("event_subscription_uuid", Ids.hex(subscription.uuid))
                .put("offering_uuid", Ids.hex(offering))
                .put("object_type", type)
                .put("queue_name", name)
                .put("vhost", Ids.hex(agent.uuid()))
                .put("created", marketplace.now().toString());
        queues.put(name, queue);
        return Response.json(201, queue);
    }

    private Response delete(Request request) {
        Subscription subscription = subscription(request);
        subscriptions.remove(subscription.uuid);
        queues.keySet().removeIf(name -> name.startsWith("subscription_" + Ids.hex(subscription.uuid)));
        return Response.empty(204);
    }

    private Subscription subscription(Request request) {
        return Ids.parse(request.pathParameter("uuid"))
                .map(subscriptions::get)
                .orElseThrow(() -> Refusals.unknown("EventSubscription"));
    }

    private ObjectNode json(Subscription subscription) {
        ObjectNode json = Json.object()
                .put("uuid", Ids.hex(subscription.uuid))
                .put("url", links.to("event-subscriptions", subscription.uuid))
                .put("user", links.to("users", agent.uuid()))
                .put("user_uuid", Ids.hex(agent.uuid()))
                .put("user_username", agent.username())
                .put("user_full_name", agent.fullName())
                .put("created", marketplace.now().toString())
                .put("modified", marketplace.now().toString())
                .put("source_ip", "127.0.0.1")
                .put("description", subscription.description);
        json.putArray("observable_objects").addObject().put("object_type", subscription.objectType);
        return json;
    }
}
