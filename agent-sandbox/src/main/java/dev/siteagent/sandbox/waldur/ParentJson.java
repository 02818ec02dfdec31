package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.waldur.Entities.Offering;
import dev.siteagent.sandbox.waldur.Entities.Project;
import dev.siteagent.sandbox.waldur.Entities.Resource;

/** Writes what orders and resources tell alike of their offering, provider, project and customer. */
final class ParentJson {
    private ParentJson() {}

    static void put(ObjectNode json, Resource resource, Links links) {
        Offering offering = resource.offering;
        json.put("offering", links.to("marketplace-provider-offerings", offering.uuid));
        json.put("offering_uuid", Ids.hex(offering.uuid));
        json.put("offering_name", offering.name);
        json.put("offering_description", "");
        json.put("offering_type", OfferingEndpoints.TYPE);
        json.put("offering_shared", true);
        json.put("offering_billable", true);
        json.set("offering_plugin_options", offering.pluginOptions);
        json.put("provider_name", offering.provider.name());
        json.put("provider_uuid", Ids.hex(offering.provider.uuid()));
        json.put("provider_slug", offering.provider.slug());
        json.put("category_title", "Sandbox");
        Project project = resource.project;
        json.put("project_name", project.name);
        json.put("project_uuid", Ids.hex(project.uuid));
        json.put("project_slug", project.slug);
        json.put("project_description", "");
        json.put("customer_name", project.customer.name());
        json.put("customer_uuid", Ids.hex(project.customer.uuid()));
        json.put("customer_slug", project.customer.slug());
    }
}
