package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.Routes;
import dev.siteagent.sandbox.waldur.Entities.Member;
import dev.siteagent.sandbox.waldur.Entities.Resource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** {@code /api/marketplace-provider-resources/}. */
final class ResourceEndpoints {
    private static final String PATH = "/api/marketplace-provider-resources/";
    private static final List<String> STATES = Arrays.stream(ResourceSnapshot.State.values())
            .map(ResourceSnapshot.State::wire)
            .toList();

    private final Marketplace marketplace;
    private final OfferingUserStore offeringUsers;
    private final ApiKeyStore apiKeys;
    private final Pages pages;
    private final Links links;

    ResourceEndpoints(
            Marketplace marketplace, OfferingUserStore offeringUsers, ApiKeyStore apiKeys, Pages pages, Links links) {
        this.marketplace = marketplace;
        this.offeringUsers = offeringUsers;
        this.apiKeys = apiKeys;
        this.pages = pages;
        this.links = links;
    }

    void addTo(Routes.Builder routes) {
        String one = PATH + "{uuid}/";
        routes.get(PATH, this::list)
                .get(one, request -> Response.json(200, Fields.trim(request, json(visible(request)))))
                .get(one + "team/", this::team)
                .post(one + "set_backend_id/", this::setBackendId)
                .post(one + "set_limits/", this::setLimits)
                .post(one + "set_backend_metadata/", this::setBackendMetadata)
                .post(one + "set_endpoints/", this::setEndpoints)
                .post(one + "set_effective_id/", this::setEffectiveId)
                .post(one + "refresh_last_sync/", this::refreshLastSync)
                .post(one + "set_as_ok/", this::setAsOk)
                .post(one + "set_as_erred/", this::setAsErred)
                .post(one + "set_membership_sync_statuses/", this::setMembershipSyncStatuses);
    }

    private Response list(Request request) {
        Predicate<Resource> wanted = new Filters<Resource>(request.query())
                .uuid("offering_uuid", resource -> resource.offering.uuid)
                .uuid("project_uuid", resource -> resource.project.uuid)
                .uuid("customer_uuid", resource -> resource.project.customer.uuid())
                .choice("state", STATES, resource -> resource.state.wire())
                .text("backend_id", resource -> resource.backendId)
                .text("name_exact", resource -> resource.name)
                .text("slug", resource -> resource.slug)
                .flag("paused", resource -> resource.paused)
                .flag("downscaled", resource -> resource.downscaled)
                .flag("restrict_member_access", resource -> resource.restrictMemberAccess)
                .build()
                .and(resource -> resource.offering.access != Access.NONE);
        return pages.answer(request, inOrder(request), wanted, this::json);
    }

    private Iterable<Resource> inOrder(Request request) {
        List<String> order = request.query().all("o");
        if (order.isEmpty() || order.contains("created")) {
            return marketplace.resources.values();
        }
        List<Resource> sorted = new ArrayList<>(marketplace.resources.values());
        if (order.contains("name")) {
            sorted.sort(Comparator.comparing(resource -> resource.name));
        } else if (order.contains("-created")) {
            sorted.sort(Comparator.comparing((Resource resource) -> resource.created)
                    .reversed());
        }
        return sorted;
    }

    private Response team(Request request) {
        Resource resource = visible(request);
        boolean consentedOnly = request.query().all("has_consent").contains("true");
        ArrayNode team = Json.array();
        for (Member member : resource.project.members) {
            if (consentedOnly && !offeringUsers.consented(resource.offering, member.user())) {
                continue;
            }
            ObjectNode json = Json.object();
            json.put("url", links.to("users", member.user().uuid()));
            json.put("uuid", Ids.hex(member.user().uuid()));
            json.put("username", member.user().username());
            json.put("full_name", member.user().fullName());
            json.put("email", member.user().email());
            json.put("role", member.role());
            json.putNull("expiration_time");
            offeringUsers.putInto(json, resource.offering, member.user());
            team.add(json);
        }
        return Response.json(200, team);
    }

    private Response setBackendId(Request request) {
        Resource resource = changeable(request);
        String backendId = Input.of(request).blankableText("backend_id", 255);
        boolean same = backendId.equals(resource.backendId);
        resource.backendId = backendId;
        return changed(
                resource, same ? "Resource backend_id is not changed." : "Resource backend_id has been changed.");
    }

    private Response setLimits(Request request) {
        Resource resource = changeable(request);
        resource.limits = Input.of(request).wholeNumbers("limits");
        return changed(resource, "Resource limits have been changed.");
    }

    private Response setBackendMetadata(Request request) {
        Resource resource = changeable(request);
        resource.backendMetadata = Input.of(request).object("backend_metadata");
        return changed(resource, "The backend metadata is updated");
    }

    private Response setEndpoints(Request request) {
        Resource resource = changeable(request);
        resource.endpoints = Input.of(request).list("endpoints").stream()
                .map(endpoint -> new ResourceSnapshot.Endpoint(endpoint.text("name", 150), endpoint.url("url")))
                .toList();
        return changed(resource, "Endpoints have been updated.");
    }

    private Response setEffectiveId(Request request) {
        Resource resource = changeable(request);
        resource.effectiveId = Input.of(request).blankableText("effective_id", 255);
        return changed(resource, "Resource effective_id has been changed.");
    }

    private Response refreshLastSync(Request request) {
        Resource resource = changeable(request);
        resource.lastSync = marketplace.now();
        return Response.empty(200);
    }

    private Response setAsOk(Request request) {
        Resource resource = changeable(request);
        if (resource.state != ResourceSnapshot.State.ERRED && resource.state != ResourceSnapshot.State.OK) {
            throw Refusals.wrongState(ResourceSnapshot.State.ERRED.wire());
        }
        resource.state = ResourceSnapshot.State.OK;
        resource.errorMessage = "";
        resource.errorTraceback = "";
        return changed(resource, "OK");
    }

    private Response setAsErred(Request request) {
        Resource resource = changeable(request);
        if (resource.state == ResourceSnapshot.State.TERMINATED) {
            throw Refusals.wrongState(ResourceSnapshot.State.OK.wire(), ResourceSnapshot.State.ERRED.wire());
        }
        Input input = Input.of(request);
        resource.errorMessage = input.optionalText("error_message", 100_000);
        resource.errorTraceback = input.optionalText("error_traceback", 1_000_000);
        resource.state = ResourceSnapshot.State.ERRED;
        return changed(resource, "Erred");
    }

    private Response setMembershipSyncStatuses(Request request) {
        changeable(request);
        List<Input> statuses = Input.of(request).list("statuses");
        for (Input status : statuses) {
            status.choice("scope_type", List.of("resource", "resource_project"));
            status.text("role_name", 255);
            status.choice("state", List.of("pending", "synced", "missing_in_idp", "error"));
        }
        ObjectNode result = Json.object().put("stored", statuses.size());
        result.putArray("skipped");
        return Response.json(200, result);
    }

    private Response changed(Resource resource, String status) {
        resource.modified = marketplace.now();
        return Response.json(200, Json.object().put("status", status));
    }

    private Resource changeable(Request request) {
        Resource resource = visible(request);
        if (resource.offering.access == Access.READ_ONLY) {
            throw Refusals.forbidden();
        }
        return resource;
    }

    private Resource visible(Request request) {
        return Ids.parse(request.pathParameter("uuid"))
                .map(marketplace.resources::get)
                .filter(resource -> resource.offering.access != Access.NONE)
                .orElseThrow(() -> Refusals.unknown("Resource"));
    }

    private ObjectNode json(Resource resource) {
        ObjectNode json = Json.object();
        json.put("url", links.to("marketplace-provider-resources", resource.uuid));
        json.put("uuid", Ids.hex(resource.uuid));
        json.put("name", resource.name);
        json.put("slug", resource.slug);
        json.put("description", "");
        json.put("state", resource.state.wire());
        json.put("backend_id", resource.backendId);
        json.put("effective_id", resource.effectiveId);
        json.set("attributes", resource.attributes);
        json.set("limits", Json.tree(resource.limits));
        json.set("options", resource.options);
        json.set("backend_metadata", resource.backendMetadata);
        ArrayNode endpoints = json.putArray("endpoints");
        resource.endpoints.forEach(
                endpoint -> endpoints.addObject().put("name", endpoint.name()).put("url", endpoint.url()));
        json.put("paused", resource.paused);
        json.put("downscaled", resource.downscaled);
        json.put("restrict_member_access", resource.restrictMemberAccess);
        json.put("has_api_keys", apiKeys.has(resource));
        json.put("error_message", resource.errorMessage);
        json.put("error_traceback", resource.errorTraceback);
        json.put("created", resource.created.toString());
        json.put("modified", resource.modified.toString());
        json.put("last_sync", resource.lastSync.toString());
        json.put("end_date", resource.endDate);
        json.put("project_end_date", resource.project.endDate);
        json.put("is_limit_based", true);
        json.put("is_usage_based", false);
        json.put("offering_state", "Active");
        json.put("offering_slug", resource.offering.slug);
        json.putNull("resource_uuid");
        json.putNull("resource_type");
        json.putObject("current_usages");
        json.putObject("limit_usage");
        json.putArray("available_actions");
        PlanJson.put(json, resource.plan, links);
        ParentJson.put(json, resource, links);
        return json;
    }
}
