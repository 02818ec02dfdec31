package dev.siteagent.core.demo;

import java.util.Map;
import java.util.Objects;

/**
 * What a customer orders of an offering of the user's own: a resource, perhaps other limits for it, and its end.
 *
 * @param attributes of the first order, JSON values
 * @param limits of the first order, component type to amount in Waldur's units
 * @param otherLimits of the second order, which there is only when this is not empty
 */
public record OwnOrders(Map<String, Object> attributes, Map<String, Long> limits, Map<String, Long> otherLimits) {
    /** Refuses nulls. */
    public OwnOrders {
        Objects.requireNonNull(attributes, "attributes");
        limits = Map.copyOf(limits);
        otherLimits = Map.copyOf(otherLimits);
    }

    int count() {
        return otherLimits.isEmpty() ? 2 : 3;
    }
}
