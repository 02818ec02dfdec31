package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.Routes;
import dev.siteagent.sandbox.waldur.Entities.Offering;
import dev.siteagent.sandbox.waldur.Entities.Project;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Requests to list what could be imported, and what was submitted: {@code /api/backend-resource-requests/} and
 * {@code /api/backend-resources/}. Used under the marketplace's lock.
 */
final class ImportStore {
    private static final String REQUESTS = "/api/backend-resource-requests/";
    private static final String RESOURCES = "/api/backend-resources/";

    private final Map<UUID, Entry> requests = new LinkedHashMap<>();
    private final List<Submitted> submitted = new ArrayList<>();
    private final Marketplace marketplace;
    private final Pages pages;
    private final Links links;

    ImportStore(Marketplace marketplace, Pages pages, Links links) {
        this.marketplace = marketplace;
        this.pages = pages;
        this.links = links;
    }

    private static final class Entry {
        final UUID uuid = UUID.randomUUID();
        final Offering offering;
        final Instant created;
        String state = "Sent";
        String errorMessage = "";
        String errorTraceback = "";
        Instant started;
        Instant finished;

        Entry(Offering offering, Instant created) {
            this.offering = offering;
            this.created = created;
        }
    }

    private record Submitted(
            UUID uuid,
            String name,
            Offering offering,
            Project project,
            String backendId,
            JsonNode metadata,
            Instant created) {}

    void addTo(Routes.Builder routes) {
        routes.get(REQUESTS + "{uuid}/", request -> Response.json(200, json(entry(request))))
                .post(REQUESTS + "{uuid}/start_processing/", this::start)
                .post(REQUESTS + "{uuid}/set_done/", this::done)
                .post(REQUESTS + "{uuid}/set_erred/", this::erred)
                .get(RESOURCES, this::list)
                .post(RESOURCES, this::submit);
    }

    UUID request(Offering offering) {
        Entry entry = new Entry(offering, marketplace.now());
        requests.put(entry.uuid, entry);
        return entry.uuid;
    }

    ImportSnapshot snapshot(UUID uuid) {
        Entry entry = Marketplace.known(requests, uuid, "import request");
        List<ImportSnapshot.BackendResource> resources = submitted.stream()
                .filter(resource -> resource.offering == entry.offering)
                .map(resource -> new ImportSnapshot.BackendResource(
                        resource.name, resource.project.uuid, resource.backendId, resource.metadata))
                .toList();
        return new ImportSnapshot(entry.uuid, entry.offering.uuid, entry.state, entry.errorMessage, resources);
    }

    private Response start(Request request) {
        Entry entry = entry(request);
        require(entry, "Sent");
        entry.state = "Processing";
        entry.started = marketplace.now();
        return status("Processing has started.");
    }

    private Response done(Request request) {
        Entry entry = entry(request);
        require(entry, "Processing");
        entry.state = "Done";
        entry.finished = marketplace.now();
        return status("Request is done.");
    }

    private Response erred(Request request) {
        Entry entry = entry(request);
        require(entry, "Sent", "Processing");
        Input input = Input.of(request);
        entry.errorMessage = input.optionalText("error_message", 100_000);
        entry.errorTraceback = input.optionalText("error_traceback", 1_000_000);
        entry.state = "Erred";
        entry.finished = marketplace.now();
        return status("Request is erred.");
    }

    private static void require(Entry entry, String... valid) {
        if (!List.of(valid).contains(entry.state)) {
            throw Refusals.wrongState(valid);
        }
    }

    private static Response status(String text) {
        return Response.json(200, Json.object().put("status", text));
    }

    private Response list(Request request) {
        Predicate<Submitted> wanted = new Filters<Submitted>(request.query())
                .uuid("offering_uuid", resource -> resource.offering.uuid)
                .uuid("project_uuid", resource -> resource.project.uuid)
                .text("backend_id", Submitted::backendId)
                .build();
        return pages.answer(request, submitted, wanted, this::json);
    }

    private Response submit(Request request) {
        Input input = Input.of(request);
        Offering offering = marketplace.offerings.get(input.uuid("offering"));
        Project project = marketplace.projects.get(input.uuid("project"));
        if (offering == null || offering.access == Access.NONE) {
            throw Refusals.invalid("offering", "Object with this uuid does not exist.");
        }
        if (project == null) {
            throw Refusals.invalid("project", "Object with this uuid does not exist.");
        }
        if (offering.access == Access.READ_ONLY) {
            throw Refusals.forbidden();
        }
        String backendId = input.optionalText("backend_id", 255);
        boolean known =
                submitted.stream().anyMatch(other -> other.offering == offering && other.backendId.equals(backendId));
        if (known) {
            throw Refusals.invalid("non_field_errors", "The fields offering, backend_id must make a unique set.");
        }
        Submitted resource = new Submitted(
                UUID.randomUUID(),
                input.text("name", 150),
                offering,
                project,
                backendId,
                input.has("backend_metadata") ? input.object("backend_metadata") : Json.object(),
                marketplace.now());
        submitted.add(resource);
        return Response.json(201, json(resource));
    }

    private Entry entry(Request request) {
        return Ids.parse(request.pathParameter("uuid"))
                .map(requests::get)
                .filter(entry -> entry.offering.access != Access.NONE)
                .orElseThrow(() -> Refusals.unknown("BackendResourceRequest"));
    }

    private ObjectNode json(Entry entry) {
        return Json.object()
                .put("url", links.to("backend-resource-requests", entry.uuid))
                .put("uuid", Ids.hex(entry.uuid))
                .put("created", entry.created.toString())
                .put("modified", marketplace.now().toString())
                .put("started", entry.started == null ? null : entry.started.toString())
                .put("finished", entry.finished == null ? null : entry.finished.toString())
                .put("state", entry.state)
                .put("offering", Ids.hex(entry.offering.uuid))
                .put("offering_name", entry.offering.name)
                .put("offering_url", links.to("marketplace-provider-offerings", entry.offering.uuid))
                .put("error_message", entry.errorMessage)
                .put("error_traceback", entry.errorTraceback);
    }

    private ObjectNode json(Submitted resource) {
        ObjectNode json = Json.object()
                .put("url", links.to("backend-resources", resource.uuid))
                .put("uuid", Ids.hex(resource.uuid))
                .put("name", resource.name)
                .put("created", resource.created.toString())
                .put("modified", resource.created.toString())
                .put("project", Ids.hex(resource.project.uuid))
                .put("project_name", resource.project.name)
                .put("project_url", links.to("projects", resource.project.uuid))
                .put("offering", Ids.hex(resource.offering.uuid))
                .put("offering_name", resource.offering.name)
                .put("offering_url", links.to("marketplace-provider-offerings", resource.offering.uuid))
                .put("backend_id", resource.backendId);
        json.set("backend_metadata", resource.metadata);
        return json;
    }
}
