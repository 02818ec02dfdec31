package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An offering to be published. Immutable.
 *
 * @param name its name
 * @param components what is counted and charged
 * @param pluginOptions the options by Waldur's names, such as {@code username_generation_policy}
 */
public record NewOffering(String name, List<Component> components, Map<String, Object> pluginOptions) {

    /** Copies the collections. */
    public NewOffering {
        components = List.copyOf(components);
        pluginOptions = Map.copyOf(pluginOptions);
    }

    /**
     * A component.
     *
     * @param type its key, such as {@code cpu}
     * @param billingType {@code limit}, {@code usage}, {@code fixed}, {@code one} or {@code few}
     * @param unit its unit
     * @param more further fields by Waldur's names, such as {@code is_prepaid}
     */
    public record Component(String type, String billingType, String unit, Map<String, Object> more) {
        ObjectNode json() {
            ObjectNode json = Json.object();
            json.put("billing_type", billingType);
            json.put("type", type);
            json.put("name", type);
            json.put("description", "");
            json.put("measured_unit", unit);
            json.put("unit_factor", 1);
            json.putNull("limit_period");
            json.putNull("limit_amount");
            json.put("article_code", "");
            json.putNull("max_value");
            json.putNull("min_value");
            json.putNull("max_available_limit");
            json.put("is_boolean", false);
            json.putNull("default_limit");
            json.put("is_builtin", false);
            json.put("is_prepaid", false);
            json.putNull("overage_component");
            more.forEach((field, value) -> json.set(field, Json.tree(value)));
            return json;
        }
    }

    /** Describes an offering without components and options. */
    public static NewOffering named(String name) {
        return new NewOffering(name, List.of(), Map.of());
    }

    /** Describes what a virtual machine offering has: {@code cpu}, {@code ram} and {@code disk}, charged by limit. */
    public static NewOffering ofMachines(String name) {
        return named(name)
                .component("cpu", "limit", "Cores")
                .component("ram", "limit", "MiB")
                .component("disk", "limit", "MiB");
    }

    /** Adds a component. */
    public NewOffering component(String type, String billingType, String unit) {
        return component(new Component(type, billingType, unit, Map.of()));
    }

    /** Adds a component. */
    public NewOffering component(Component component) {
        List<Component> more = new ArrayList<>(components);
        more.add(component);
        return new NewOffering(name, more, pluginOptions);
    }

    /** Sets an option by Waldur's name. */
    public NewOffering option(String option, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(pluginOptions);
        more.put(option, value);
        return new NewOffering(name, components, more);
    }
}
