package dev.siteagent.core.waldur;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * An order as Waldur tells of it. What Waldur left out is null, or empty where it is a map.
 *
 * @param uuid the order's UUID
 * @param state the state, never null
 * @param type what is ordered, never null
 * @param attributes what the customer filled in, never null; may hold user data
 * @param limits component → amount in Waldur's units, never null
 * @param marketplaceResourceUuid the resource the order is for
 * @param resourceName the resource's name
 * @param offeringUuid the offering
 * @param planUuid the plan ordered; in an update the new one
 * @param oldPlanUuid the plan before an update
 * @param newPlanUuid the plan after an update
 * @param projectUuid the customer's project
 * @param projectSlug the project's slug
 * @param projectName the project's name
 * @param projectDescription the project's description
 * @param customerUuid the customer
 * @param customerSlug the customer's slug
 * @param customerName the customer's name
 * @param backendId what the agent itself stored with the order
 * @param orderSubtype a finer type, such as a renewal
 * @param errorMessage why the order erred
 * @param slug the order's slug
 * @param createdByUsername who placed it
 * @param createdByEmail that person's address
 * @param consumerMessage what the customer wrote for the provider
 * @param providerMessage what the provider wrote for the customer
 * @param created when it was placed
 * @param modified when it last changed
 */
public record WaldurOrder(
        UUID uuid,
        OrderState state,
        OrderType type,
        Map<String, Object> attributes,
        Map<String, BigDecimal> limits,
        UUID marketplaceResourceUuid,
        String resourceName,
        UUID offeringUuid,
        UUID planUuid,
        UUID oldPlanUuid,
        UUID newPlanUuid,
        UUID projectUuid,
        String projectSlug,
        String projectName,
        String projectDescription,
        UUID customerUuid,
        String customerSlug,
        String customerName,
        String backendId,
        String orderSubtype,
        String errorMessage,
        String slug,
        String createdByUsername,
        String createdByEmail,
        String consumerMessage,
        String providerMessage,
        Instant created,
        Instant modified) {

    /** Puts what is missing in order. */
    public WaldurOrder {
        state = state == null ? OrderState.UNKNOWN : state;
        type = type == null ? OrderType.UNKNOWN : type;
        attributes = Values.copy(attributes);
        limits = Values.amounts(limits);
        backendId = Values.text(backendId);
    }

    /** Leaves the attributes out, which may hold user data. */
    @Override
    public String toString() {
        return "WaldurOrder[" + uuid + ", " + type + ", " + state + "]";
    }
}
