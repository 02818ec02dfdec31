package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.waldur.Entities.Offering;
import dev.siteagent.sandbox.waldur.Entities.Plan;

/** Writes plans, by themselves and into what has one. */
final class PlanJson {
    private PlanJson() {}

    static ObjectNode of(Plan plan, Offering offering, Links links) {
        ObjectNode json = Json.object();
        json.put("url", links.to("marketplace-plans", plan.uuid()));
        json.put("uuid", Ids.hex(plan.uuid()));
        json.put("name", plan.name());
        json.put("description", "");
        json.put("article_code", "");
        json.put("offering", links.to("marketplace-provider-offerings", offering.uuid));
        json.put("is_active", true);
        json.put("archived", false);
        json.put("unit", "month");
        json.put("unit_price", "0.0000000");
        json.put("init_price", 0);
        json.put("switch_price", 0);
        json.put("backend_id", "");
        json.put("plan_type", "limit");
        json.put("minimal_price", "0.00");
        json.put("resources_count", 0);
        json.putNull("max_amount");
        json.putArray("organization_groups");
        json.putArray("components");
        json.set("quotas", Json.tree(plan.quotas()));
        json.putObject("prices");
        json.putObject("future_prices");
        return json;
    }

    /** Adds the plan of an order or a resource, nulls when it has none. */
    static void put(ObjectNode json, Plan plan, Links links) {
        json.put("plan", plan == null ? null : links.to("marketplace-plans", plan.uuid()));
        json.put("plan_unit", plan == null ? null : "month");
        json.put("plan_description", plan == null ? null : "");
        putNameAndUuid(json, "plan", plan);
    }

    static void putNameAndUuid(ObjectNode json, String prefix, Plan plan) {
        json.put(prefix + "_name", plan == null ? null : plan.name());
        json.put(prefix + "_uuid", plan == null ? null : Ids.hex(plan.uuid()));
    }
}
