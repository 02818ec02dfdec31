package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.Routes;
import dev.siteagent.sandbox.waldur.Entities.Customer;
import dev.siteagent.sandbox.waldur.Entities.Project;
import dev.siteagent.sandbox.waldur.Entities.User;
import java.util.List;
import java.util.UUID;

/** Who is who: the agent's user, service providers, their keys and projects, and the version of Waldur. */
final class AccountEndpoints {
    private static final String PROVIDERS = "/api/marketplace-service-providers/";

    private final Marketplace marketplace;
    private final User agent;
    private final Pages pages;
    private final Links links;

    AccountEndpoints(Marketplace marketplace, User agent, Pages pages, Links links) {
        this.marketplace = marketplace;
        this.agent = agent;
        this.pages = pages;
        this.links = links;
    }

    void addTo(Routes.Builder routes) {
        routes.get(
                        "/api/version/",
                        request -> Response.json(
                                200, Json.object().put("version", "8.1.3").put("latest_version", "8.1.3")))
                .get("/api/users/me/", request -> Response.json(200, Fields.trim(request, me())))
                .get("/api/projects/", this::projects)
                .get(PROVIDERS, this::providers)
                .get(PROVIDERS + "{uuid}/keys/", this::keys)
                .get(PROVIDERS + "{uuid}/projects/", this::projectsOfProvider);
    }

    private ObjectNode me() {
        ObjectNode json = Json.object();
        json.put("url", links.to("users", agent.uuid()));
        json.put("uuid", Ids.hex(agent.uuid()));
        json.put("username", agent.username());
        json.put("full_name", agent.fullName());
        json.put("email", agent.email());
        json.put("is_staff", false);
        json.put("is_active", true);
        json.put("is_support", false);
        json.putArray("permissions");
        return json;
    }

    private Response providers(Request request) {
        Customer provider = marketplace.provider;
        var wanted = new Filters<Customer>(request.query())
                .uuid("customer_uuid", Customer::uuid)
                .build();
        return pages.answer(request, List.of(provider), wanted, customer -> {
            ObjectNode json = Json.object();
            json.put("url", links.to("marketplace-service-providers", customer.serviceProvider()));
            json.put("uuid", Ids.hex(customer.serviceProvider()));
            json.put("customer", links.to("customers", customer.uuid()));
            json.put("customer_uuid", Ids.hex(customer.uuid()));
            json.put("customer_name", customer.name());
            json.put("customer_slug", customer.slug());
            json.put("description", "");
            json.put("offering_count", marketplace.offerings.size());
            return json;
        });
    }

    private Response keys(Request request) {
        requireProvider(request);
        return pages.answer(request, marketplace.sshKeys, key -> true, key -> {
            ObjectNode json = Json.object();
            json.put("url", links.to("keys", key.uuid()));
            json.put("uuid", Ids.hex(key.uuid()));
            json.put("name", key.name());
            json.put("public_key", key.publicKey());
            json.put("is_shared", false);
            json.put("type", key.publicKey().split(" ", 2)[0]);
            return json;
        });
    }

    private Response projects(Request request) {
        var wanted = new Filters<Project>(request.query())
                .text("slug", project -> project.slug)
                .text("name_exact", project -> project.name)
                .uuid("customer", project -> project.customer.uuid())
                .build();
        return pages.answer(request, marketplace.projects.values(), wanted, this::json);
    }

    private Response projectsOfProvider(Request request) {
        requireProvider(request);
        List<UUID> used = marketplace.resources.values().stream()
                .map(resource -> resource.project.uuid)
                .distinct()
                .toList();
        return pages.answer(request, marketplace.projects.values(), project -> used.contains(project.uuid), this::json);
    }

    private void requireProvider(Request request) {
        boolean known = Ids.parse(request.pathParameter("uuid"))
                .filter(marketplace.provider.serviceProvider()::equals)
                .isPresent();
        if (!known) {
            throw Refusals.unknown("ServiceProvider");
        }
    }

    private ObjectNode json(Project project) {
        ObjectNode json = Json.object();
        json.put("url", links.to("projects", project.uuid));
        json.put("uuid", Ids.hex(project.uuid));
        json.put("name", project.name);
        json.put("slug", project.slug);
        json.put("description", "");
        json.put("customer", links.to("customers", project.customer.uuid()));
        json.put("customer_uuid", Ids.hex(project.customer.uuid()));
        json.put("customer_name", project.customer.name());
        json.put("customer_slug", project.customer.slug());
        json.put("backend_id", "");
        json.putNull("start_date");
        json.put("end_date", project.endDate);
        json.put("effective_end_date", project.endDate);
        json.put("is_removed", false);
        json.put("is_industry", false);
        json.put("kind", "default");
        return json;
    }
}
