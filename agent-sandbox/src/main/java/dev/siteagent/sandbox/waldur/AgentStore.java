package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.Routes;
import dev.siteagent.sandbox.waldur.Entities.Offering;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The agents that registered, with their services and processors: {@code /api/marketplace-site-agent-identities/} and
 * {@code …-services/}. Used under the marketplace's lock.
 */
final class AgentStore {
    private static final String IDENTITIES = "/api/marketplace-site-agent-identities/";
    private static final String SERVICES = "/api/marketplace-site-agent-services/";

    private final Map<UUID, Identity> identities = new LinkedHashMap<>();
    private final Map<UUID, Service> services = new LinkedHashMap<>();
    private final Marketplace marketplace;
    private final Pages pages;
    private final Links links;

    AgentStore(Marketplace marketplace, Pages pages, Links links) {
        this.marketplace = marketplace;
        this.pages = pages;
        this.links = links;
    }

    private static final class Identity {
        final UUID uuid;
        final Offering offering;
        final Map<String, Service> services = new LinkedHashMap<>();
        ObjectNode described = Json.object();

        Identity(UUID uuid, Offering offering) {
            this.uuid = uuid;
            this.offering = offering;
        }

        String name() {
            return described.path("name").asText();
        }
    }

    private static final class Service {
        final UUID uuid = UUID.randomUUID();
        final Identity identity;
        final String name;
        final Map<String, ObjectNode> processors = new LinkedHashMap<>();
        String mode = "";
        ObjectNode statistics = Json.object();

        Service(Identity identity, String name) {
            this.identity = identity;
            this.name = name;
        }
    }

    void addTo(Routes.Builder routes) {
        routes.get(IDENTITIES, this::list)
                .post(IDENTITIES, this::create)
                .put(IDENTITIES + "{uuid}/", this::update)
                .post(IDENTITIES + "{uuid}/register_service/", this::registerService)
                .post(SERVICES + "{uuid}/register_processor/", this::registerProcessor)
                .post(SERVICES + "{uuid}/set_statistics/", this::setStatistics);
    }

    List<AgentSnapshot> snapshots() {
        return identities.values().stream()
                .map(identity -> new AgentSnapshot(
                        identity.uuid,
                        identity.offering.uuid,
                        identity.name(),
                        identity.described.deepCopy(),
                        identity.services.values().stream()
                                .map(service -> new AgentSnapshot.Service(
                                        service.uuid,
                                        service.name,
                                        service.mode,
                                        List.copyOf(service.processors.keySet())))
                                .toList()))
                .toList();
    }

    /** Tells whether there is such an identity: others need it to accept what an agent sends. */
    boolean hasIdentity(UUID uuid) {
        return identities.containsKey(uuid);
    }

    private Response list(Request request) {
        Predicate<Identity> wanted = new Filters<Identity>(request.query())
                .text("name", Identity::name)
                .uuid("offering_uuid", identity -> identity.offering.uuid)
                .build();
        return pages.answer(request, identities.values(), wanted, this::json);
    }

    private Response create(Request request) {
        Input input = Input.of(request);
        Identity identity = new Identity(UUID.randomUUID(), offering(input));
        describe(identity, input);
        identities.put(identity.uuid, identity);
        return Response.json(201, json(identity));
    }

    private Response update(Request request) {
        Identity identity = identity(request);
        Input input = Input.of(request);
        offering(input);
        describe(identity, input);
        return Response.json(200, json(identity));
    }

    private Offering offering(Input input) {
        Offering offering = marketplace.offerings.get(input.uuid("offering"));
        if (offering == null || offering.access == Access.NONE) {
            throw Refusals.invalid("offering", "Object with this uuid does not exist.");
        }
        if (offering.access == Access.READ_ONLY) {
            throw Refusals.forbidden();
        }
        return offering;
    }

    private void describe(Identity identity, Input input) {
        String name = input.text("name", 150);
        boolean taken = identities.values().stream()
                .anyMatch(other -> other != identity
                        && other.offering == identity.offering
                        && other.name().equals(name));
        if (taken) {
            throw Refusals.invalid("non_field_errors", "The fields offering, name must make a unique set.");
        }
        ObjectNode described = Json.object().put("name", name);
        described.put("version", input.optionalText("version", 50));
        described.put("config_file_path", input.optionalText("config_file_path", 255));
        described.put("config_file_content", input.optionalText("config_file_content", 1_000_000));
        if (input.has("last_restarted")) {
            described.put(
                    "last_restarted",
                    Times.parse("last_restarted", input.text("last_restarted", 64))
                            .toString());
        }
        var dependencies = described.putArray("dependencies");
        if (input.has("dependencies")) {
            for (Input dependency : input.list("dependencies")) {
                dependencies
                        .addObject()
                        .put("package", dependency.text("package", 255))
                        .put("version", dependency.text("version", 255));
            }
        }
        identity.described = described;
    }

    private Response registerService(Request request) {
        Identity identity = identity(request);
        Input input = Input.of(request);
        String name = input.text("name", 150);
        boolean known = identity.services.containsKey(name);
        Service service = identity.services.computeIfAbsent(name, unused -> new Service(identity, name));
        service.mode = input.optionalText("mode", 255);
        services.put(service.uuid, service);
        return Response.json(known ? 200 : 201, json(service));
    }

    private Response registerProcessor(Request request) {
        Service service = service(request);
        Input input = Input.of(request);
        String name = input.text("name", 150);
        ObjectNode known = service.processors.get(name);
        ObjectNode processor = known == null
                ? Json.object().put("uuid", Ids.hex(UUID.randomUUID())).put("name", name)
                : known;
        processor.put("backend_type", input.text("backend_type", 255));
        processor.put("backend_version", input.optionalText("backend_version", 255));
        processor.put("last_run", marketplace.now().toString());
        service.processors.put(name, processor);
        ObjectNode json = processor.deepCopy();
        json.put("service", Ids.hex(service.uuid)).put("service_name", service.name);
        return Response.json(known == null ? 201 : 200, json);
    }

    private Response setStatistics(Request request) {
        Service service = service(request);
        service.statistics = Input.of(request).object("statistics").deepCopy();
        return Response.json(200, json(service));
    }

    private Identity identity(Request request) {
        return Ids.parse(request.pathParameter("uuid"))
                .map(identities::get)
                .orElseThrow(() -> Refusals.unknown("AgentIdentity"));
    }

    private Service service(Request request) {
        return Ids.parse(request.pathParameter("uuid"))
                .map(services::get)
                .orElseThrow(() -> Refusals.unknown("AgentService"));
    }

    private ObjectNode json(Identity identity) {
        ObjectNode json = identity.described.deepCopy();
        json.put("url", links.to("marketplace-site-agent-identities", identity.uuid));
        json.put("uuid", Ids.hex(identity.uuid));
        json.put("offering", Ids.hex(identity.offering.uuid));
        var nested = json.putArray("services");
        identity.services.values().forEach(service -> nested.add(json(service)));
        return json;
    }

    private ObjectNode json(Service service) {
        ObjectNode json = Json.object();
        json.put("url", links.to("marketplace-site-agent-services", service.uuid));
        json.put("uuid", Ids.hex(service.uuid));
        json.put("identity", Ids.hex(service.identity.uuid));
        json.put("identity_name", service.identity.name());
        json.put("name", service.name);
        json.put("mode", service.mode);
        json.put("state", "Active");
        json.set("statistics", service.statistics);
        var nested = json.putArray("processors");
        service.processors.values().forEach(nested::add);
        return json;
    }
}
