package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * An order to be placed, as a customer fills it in. Immutable.
 *
 * @param name the name of the resource; only a Create order needs one
 * @param attributes what the customer fills in
 * @param limits component → amount
 * @param plan the plan, or null for none or the same
 * @param initial the state to start in
 */
public record NewOrder(
        String name, Map<String, Object> attributes, Map<String, Long> limits, UUID plan, OrderSnapshot.State initial) {

    /** Copies the collections. */
    public NewOrder {
        attributes = new LinkedHashMap<>(attributes);
        limits = Map.copyOf(limits);
    }

    /** Describes an order that waits for the provider. */
    public static NewOrder named(String name) {
        return new NewOrder(name, Map.of(), Map.of(), null, OrderSnapshot.State.PENDING_PROVIDER);
    }

    /** Describes an order for a resource that is there. */
    public static NewOrder plain() {
        return named("");
    }

    /** Sets an attribute. */
    public NewOrder attribute(String attribute, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(attributes);
        more.put(attribute, value);
        return new NewOrder(name, more, limits, plan, initial);
    }

    /** Sets a limit. */
    public NewOrder limit(String component, long amount) {
        Map<String, Long> more = new LinkedHashMap<>(limits);
        more.put(component, amount);
        return new NewOrder(name, attributes, more, plan, initial);
    }

    /** Sets the plan. */
    public NewOrder plan(UUID newPlan) {
        return new NewOrder(name, attributes, limits, newPlan, initial);
    }

    /** Lets the marketplace approve the order by itself: it starts executing. */
    public NewOrder autoApproved() {
        return new NewOrder(name, attributes, limits, plan, OrderSnapshot.State.EXECUTING);
    }

    /** Lets the order wait for the customer's organisation first. */
    public NewOrder pendingConsumer() {
        return new NewOrder(name, attributes, limits, plan, OrderSnapshot.State.PENDING_CONSUMER);
    }

    ObjectNode attributesJson() {
        return (ObjectNode) Json.tree(attributes);
    }
}
