package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.Routes;
import dev.siteagent.sandbox.waldur.Entities.Account;
import dev.siteagent.sandbox.waldur.Entities.Offering;
import dev.siteagent.sandbox.waldur.Entities.Plan;
import java.util.List;
import java.util.UUID;

/** {@code /api/marketplace-provider-offerings/} and {@code /api/marketplace-plans/}. */
final class OfferingEndpoints {
    /** The kind of offering that site agents serve. */
    static final String TYPE = "Marketplace.Slurm";

    private static final String PATH = "/api/marketplace-provider-offerings/";
    private static final List<String> BILLING_TYPES = List.of("few", "fixed", "limit", "one", "usage");

    private final Marketplace marketplace;
    private final Pages pages;
    private final Links links;

    OfferingEndpoints(Marketplace marketplace, Pages pages, Links links) {
        this.marketplace = marketplace;
        this.pages = pages;
        this.links = links;
    }

    void addTo(Routes.Builder routes) {
        String one = PATH + "{uuid}/";
        routes.get(one, request -> Response.json(200, Fields.trim(request, json(visible(request)))))
                .post(one + "check_unique_backend_id/", this::checkUniqueBackendId)
                .post(one + "create_offering_component/", this::createComponent)
                .post(one + "update_offering_component/", this::updateComponent)
                .get(one + "list_course_accounts/", request -> accounts(request, visible(request).courseAccounts))
                .get(
                        one + "list_project_service_accounts/",
                        request -> accounts(request, visible(request).serviceAccounts))
                .get(one + "user-attribute-config/", this::userAttributeConfig)
                .get("/api/marketplace-plans/{uuid}/", this::plan);
    }

    private Response checkUniqueBackendId(Request request) {
        Offering offering = visible(request);
        Input input = Input.of(request);
        String backendId = input.text("backend_id", 255);
        boolean all = input.flag("check_all_offerings");
        boolean taken = marketplace.resources.values().stream()
                .filter(resource ->
                        all ? resource.offering.provider.equals(offering.provider) : resource.offering == offering)
                .anyMatch(resource -> resource.backendId.equals(backendId));
        ObjectNode json = Json.object().put("is_unique", !taken);
        json.putNull("is_valid_format");
        json.putArray("errors");
        return Response.json(200, json);
    }

    private Response createComponent(Request request) {
        Offering offering = changeable(request);
        Input input = Input.of(request);
        String type = input.text("type", 50);
        if (offering.components.stream()
                .anyMatch(component -> component.path("type").asText().equals(type))) {
            throw Refusals.invalid("type", "Component with this type already exists.");
        }
        ObjectNode component = new NewOffering.Component(type, billingType(input), "", java.util.Map.of()).json();
        component.put("uuid", Ids.hex(UUID.randomUUID()));
        offering.components.add(filled(component, input));
        return Response.empty(201);
    }

    private Response updateComponent(Request request) {
        Offering offering = changeable(request);
        Input input = Input.of(request);
        String uuid = Ids.hex(input.uuid("uuid"));
        billingType(input);
        input.text("type", 50);
        ObjectNode component = offering.components.stream()
                .filter(candidate -> candidate.path("uuid").asText().equals(uuid))
                .findFirst()
                .orElseThrow(() -> Refusals.unknown("OfferingComponent"));
        filled(component, input).put("uuid", uuid);
        return Response.empty(200);
    }

    private static String billingType(Input input) {
        input.text("name", 150);
        return input.choice("billing_type", BILLING_TYPES);
    }

    private static ObjectNode filled(ObjectNode component, Input input) {
        List<String> fields = new java.util.ArrayList<>();
        component.fieldNames().forEachRemaining(fields::add);
        fields.addAll(List.of(
                "min_prepaid_duration",
                "max_prepaid_duration",
                "prepaid_duration_step",
                "min_renewal_duration",
                "max_renewal_duration",
                "renewal_duration_step"));
        for (String field : fields) {
            if (!input.raw(field).isMissingNode()) {
                component.set(field, input.raw(field));
            }
        }
        return component;
    }

    private Response accounts(Request request, List<Account> accounts) {
        return pages.answer(request, accounts, account -> true, account -> {
            ObjectNode json = Json.object();
            json.put("uuid", Ids.hex(account.uuid));
            json.put("username", account.username);
            json.put("state", account.state);
            json.put("project", Ids.hex(account.project.uuid));
            json.put("project_uuid", Ids.hex(account.project.uuid));
            json.put("project_name", account.project.name);
            json.put("customer_uuid", Ids.hex(account.project.customer.uuid()));
            json.put("customer_name", account.project.customer.name());
            json.put("description", "");
            json.put("error_message", "");
            json.put("error_traceback", "");
            json.put("email", "");
            return json;
        });
    }

    private Response userAttributeConfig(Request request) {
        Offering offering = visible(request);
        ObjectNode json = Json.object();
        json.put("uuid", Ids.hex(offering.uuid));
        json.put("offering_uuid", Ids.hex(offering.uuid));
        json.put("offering_name", offering.name);
        json.put("is_default", true);
        ArrayNode exposed = json.putArray("exposed_fields");
        for (String attribute : offering.exposedUserAttributes) {
            exposed.add(attribute);
            json.put("expose_" + attribute, true);
        }
        return Response.json(200, json);
    }

    private Response plan(Request request) {
        UUID uuid = Ids.parse(request.pathParameter("uuid")).orElseThrow(() -> Refusals.unknown("Plan"));
        for (Offering offering : marketplace.offerings.values()) {
            Plan plan = offering.plans.get(uuid);
            if (plan != null && offering.access != Access.NONE) {
                return Response.json(200, PlanJson.of(plan, offering, links));
            }
        }
        throw Refusals.unknown("Plan");
    }

    private Offering changeable(Request request) {
        Offering offering = visible(request);
        if (offering.access == Access.READ_ONLY) {
            throw Refusals.forbidden();
        }
        return offering;
    }

    private Offering visible(Request request) {
        return Ids.parse(request.pathParameter("uuid"))
                .map(marketplace.offerings::get)
                .filter(offering -> offering.access != Access.NONE)
                .orElseThrow(() -> Refusals.unknown("Offering"));
    }

    private ObjectNode json(Offering offering) {
        ObjectNode json = Json.object();
        json.put("url", links.to("marketplace-provider-offerings", offering.uuid));
        json.put("uuid", Ids.hex(offering.uuid));
        json.put("name", offering.name);
        json.put("slug", offering.slug);
        json.put("description", "");
        json.put("full_description", "");
        json.put("customer", links.to("customers", offering.provider.uuid()));
        json.put("customer_uuid", Ids.hex(offering.provider.uuid()));
        json.put("customer_name", offering.provider.name());
        json.put("category_title", "Sandbox");
        json.putObject("attributes");
        json.putObject("options").putArray("order");
        json.putArray("partitions");
        json.putArray("endpoints");
        ArrayNode components = json.putArray("components");
        offering.components.forEach(
                component -> components.add(component.deepCopy().put("offering_uuid", Ids.hex(offering.uuid))));
        json.set("plugin_options", offering.pluginOptions);
        json.putObject("secret_options");
        json.putObject("backend_metadata");
        json.put("state", "Active");
        json.put("paused_reason", "");
        json.put("type", TYPE);
        json.put("shared", true);
        json.put("billable", true);
        json.put("backend_id", "");
        ArrayNode plans = json.putArray("plans");
        offering.plans.values().forEach(plan -> plans.add(PlanJson.of(plan, offering, links)));
        return json;
    }
}
