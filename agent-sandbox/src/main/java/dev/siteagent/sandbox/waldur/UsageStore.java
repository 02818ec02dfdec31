package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.Routes;
import dev.siteagent.sandbox.waldur.Entities.Resource;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * What resources used, in total and by user: {@code /api/marketplace-component-usages/} and
 * {@code …-component-user-usages/}. Used under the marketplace's lock.
 */
final class UsageStore {
    private static final String PATH = "/api/marketplace-component-usages/";
    private static final Set<ResourceSnapshot.State> REPORTABLE =
            Set.of(ResourceSnapshot.State.OK, ResourceSnapshot.State.UPDATING, ResourceSnapshot.State.TERMINATING);

    private final Map<Key, Usage> usages = new LinkedHashMap<>();
    private final Map<UUID, Usage> byUuid = new HashMap<>();
    private final Marketplace marketplace;
    private final Pages pages;
    private final Links links;
    private boolean backfillAllowed;

    UsageStore(Marketplace marketplace, Pages pages, Links links) {
        this.marketplace = marketplace;
        this.pages = pages;
        this.links = links;
    }

    private record Key(UUID resource, String component, LocalDate period) {}

    private static final class Usage {
        final UUID uuid = UUID.randomUUID();
        final Resource resource;
        final String component;
        final String unit;
        final LocalDate period;
        final Map<String, UserUsage> users = new LinkedHashMap<>();
        BigDecimal amount = BigDecimal.ZERO;
        Instant date;
        int writes;

        Usage(Resource resource, String component, String unit, LocalDate period) {
            this.resource = resource;
            this.component = component;
            this.unit = unit;
            this.period = period;
        }

        UsageSnapshot snapshot() {
            Map<String, BigDecimal> byUser = new LinkedHashMap<>();
            users.forEach((username, part) -> byUser.put(username, part.amount()));
            return new UsageSnapshot(uuid, resource.uuid, component, period, amount, Map.copyOf(byUser), writes);
        }
    }

    private record UserUsage(UUID uuid, Usage whole, String username, BigDecimal amount) {}

    void addTo(Routes.Builder routes) {
        routes.get(PATH, this::list)
                .post(PATH + "set_usage/", this::setUsage)
                .post(PATH + "{uuid}/set_user_usage/", request -> {
                    setUserUsage(usage(request), Input.of(request));
                    return Response.empty(201);
                })
                .post(PATH + "{uuid}/set_user_usages/", this::setUserUsages)
                .get("/api/marketplace-component-user-usages/", this::listOfUsers);
    }

    /** Lets usage-based components be reported for past months, or not. */
    void allowBackfill(boolean allowed) {
        backfillAllowed = allowed;
    }

    List<UsageSnapshot> of(Resource resource) {
        return usages.values().stream()
                .filter(usage -> usage.resource == resource)
                .map(Usage::snapshot)
                .toList();
    }

    private Response list(Request request) {
        Predicate<Usage> wanted = new Filters<Usage>(request.query())
                .uuid("resource_uuid", usage -> usage.resource.uuid)
                .uuid("offering_uuid", usage -> usage.resource.offering.uuid)
                .text("billing_period", usage -> usage.period.toString())
                .text("type", usage -> usage.component)
                .build();
        return pages.answer(request, usages.values(), wanted, this::json);
    }

    private Response listOfUsers(Request request) {
        List<UserUsage> all = new ArrayList<>();
        usages.values().forEach(usage -> all.addAll(usage.users.values()));
        Predicate<UserUsage> wanted = new Filters<UserUsage>(request.query())
                .uuid("resource_uuid", part -> part.whole.resource.uuid)
                .uuid("offering_uuid", part -> part.whole.resource.offering.uuid)
                .text("component_usage__billing_period", part -> part.whole.period.toString())
                .text("username", UserUsage::username)
                .build();
        return pages.answer(request, all, wanted, this::json);
    }

    private Response setUsage(Request request) {
        Input input = Input.of(request);
        Resource resource = resource(input);
        Instant at = input.has("date") ? Times.parse("date", input.text("date", 64)) : marketplace.now();
        LocalDate period = month(at);
        if (period.isAfter(month(marketplace.now()))) {
            throw Refusals.invalid("date", "The date cannot be in the future.");
        }
        Map<String, BigDecimal> amounts = new LinkedHashMap<>();
        input.list("usages").forEach(item -> amounts.put(item.text("type", 50), amount(item, "amount")));
        checkComponents(resource, amounts.keySet(), period);
        amounts.forEach((component, amount) -> record(resource, component, period, amount, at));
        return Response.empty(201);
    }

    private Resource resource(Input input) {
        if (!input.has("resource")) {
            throw Refusals.invalid("non_field_errors", "Either plan_period or resource should be provided.");
        }
        Resource resource = marketplace.resources.get(input.uuid("resource"));
        if (resource == null || resource.offering.access == Access.NONE) {
            throw Refusals.invalid("resource", "Object with this uuid does not exist.");
        }
        if (resource.offering.access == Access.READ_ONLY) {
            throw Refusals.forbidden();
        }
        if (!REPORTABLE.contains(resource.state)) {
            throw Refusals.invalid("resource", "Resource is not in valid state.");
        }
        return resource;
    }

    private void checkComponents(Resource resource, Set<String> reported, LocalDate period) {
        Map<String, String> billing = new HashMap<>();
        resource.offering.components.forEach(component -> billing.put(
                component.path("type").asText(), component.path("billing_type").asText()));
        List<String> invalid = reported.stream()
                .filter(component -> !Set.of("usage", "limit").contains(billing.getOrDefault(component, "")))
                .sorted()
                .toList();
        if (!invalid.isEmpty()) {
            throw Refusals.invalid(
                    "non_field_errors", "These components are invalid: " + String.join(", ", invalid) + ".");
        }
        boolean past = period.isBefore(month(marketplace.now()));
        boolean usageBased =
                reported.stream().anyMatch(component -> billing.get(component).equals("usage"));
        if (past && usageBased && !backfillAllowed) {
            throw Refusals.invalid("date", "Usage-based components do not allow backfilling past billing periods.");
        }
    }

    private void record(Resource resource, String component, LocalDate period, BigDecimal amount, Instant at) {
        Usage usage = usages.computeIfAbsent(new Key(resource.uuid, component, period), unused -> {
            Usage made = new Usage(resource, component, unit(resource, component), period);
            byUuid.put(made.uuid, made);
            return made;
        });
        usage.amount = amount;
        usage.date = at;
        usage.writes++;
    }

    private static String unit(Resource resource, String component) {
        return resource.offering.components.stream()
                .filter(candidate -> candidate.path("type").asText().equals(component))
                .map(candidate -> candidate.path("measured_unit").asText())
                .findFirst()
                .orElse("");
    }

    private Response setUserUsages(Request request) {
        Usage usage = usage(request);
        Input.of(request).list("usages").forEach(item -> setUserUsage(usage, item));
        return Response.empty(201);
    }

    private static void setUserUsage(Usage usage, Input item) {
        String username = item.text("username", 100);
        BigDecimal amount = amount(item, "usage");
        UserUsage known = usage.users.get(username);
        UUID uuid = known == null ? UUID.randomUUID() : known.uuid;
        usage.users.put(username, new UserUsage(uuid, usage, username, amount));
    }

    /** A decimal with at most two places, as Waldur's own field has. */
    private static BigDecimal amount(Input item, String field) {
        BigDecimal amount;
        try {
            amount = new BigDecimal(item.text(field, 22));
        } catch (NumberFormatException e) {
            throw Refusals.invalid(field, "A valid number is required.");
        }
        if (amount.stripTrailingZeros().scale() > 2) {
            throw Refusals.invalid(field, "Ensure that there are no more than 2 decimal places.");
        }
        if (amount.signum() < 0) {
            throw Refusals.invalid(field, "Ensure this value is greater than or equal to 0.");
        }
        return amount;
    }

    private Usage usage(Request request) {
        return Ids.parse(request.pathParameter("uuid"))
                .map(byUuid::get)
                .orElseThrow(() -> Refusals.unknown("ComponentUsage"));
    }

    private static LocalDate month(Instant at) {
        return at.atZone(ZoneOffset.UTC).toLocalDate().withDayOfMonth(1);
    }

    private ObjectNode json(Usage usage) {
        ObjectNode json = common(usage);
        json.put("uuid", Ids.hex(usage.uuid));
        json.put("type", usage.component);
        json.put("name", usage.component);
        json.put("usage", usage.amount);
        json.put("description", "");
        json.put("recurring", false);
        return json;
    }

    private ObjectNode json(UserUsage part) {
        ObjectNode json = common(part.whole);
        json.put("uuid", Ids.hex(part.uuid));
        json.put("username", part.username);
        json.put("usage", part.amount);
        json.put("component_type", part.whole.component);
        json.put("component_usage", links.to("marketplace-component-usages", part.whole.uuid));
        json.put("description", "");
        json.put("backend_id", "");
        return json;
    }

    private static ObjectNode common(Usage usage) {
        ObjectNode json = Json.object();
        json.put("created", usage.date.toString());
        json.put("date", usage.date.toString());
        json.put("billing_period", usage.period.toString());
        json.put("measured_unit", usage.unit);
        json.put("resource_name", usage.resource.name);
        json.put("resource_uuid", Ids.hex(usage.resource.uuid));
        json.put("offering_name", usage.resource.offering.name);
        json.put("offering_uuid", Ids.hex(usage.resource.offering.uuid));
        json.put("project_name", usage.resource.project.name);
        json.put("project_uuid", Ids.hex(usage.resource.project.uuid));
        json.put("customer_name", usage.resource.project.customer.name());
        json.put("customer_uuid", Ids.hex(usage.resource.project.customer.uuid()));
        return json;
    }
}
