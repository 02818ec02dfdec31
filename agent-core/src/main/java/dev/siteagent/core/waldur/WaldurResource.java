package dev.siteagent.core.waldur;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A resource as Waldur tells of it. What Waldur left out is null, or empty where it is a map, a list or a backend id.
 *
 * @param uuid the resource's UUID
 * @param name its name
 * @param slug its slug
 * @param description its description
 * @param state the state, never null
 * @param backendId its id on the backend, never null, empty as long as there is none
 * @param effectiveId its id behind another Waldur
 * @param offeringUuid the offering
 * @param planUuid the plan
 * @param projectUuid the customer's project
 * @param projectName the project's name
 * @param projectSlug the project's slug
 * @param projectEndDate the day the project ends
 * @param customerUuid the customer
 * @param customerName the customer's name
 * @param customerSlug the customer's slug
 * @param attributes what the customer filled in, never null; may hold user data
 * @param limits component → amount in Waldur's units, never null
 * @param options what the customer chose later, never null; may hold user data
 * @param backendMetadata what the agent told of the resource, never null
 * @param endpoints how customers reach it, never null
 * @param paused whether it shall be paused
 * @param downscaled whether it shall be downscaled
 * @param restrictMemberAccess whether no member shall have access
 * @param hasApiKeys whether it has API keys
 * @param errorMessage why it erred
 * @param endDate the day it shall be terminated
 * @param created when it was ordered
 * @param modified when it last changed
 * @param lastSync when the agent last synchronised it
 */
public record WaldurResource(
        UUID uuid,
        String name,
        String slug,
        String description,
        ResourceState state,
        String backendId,
        String effectiveId,
        UUID offeringUuid,
        UUID planUuid,
        UUID projectUuid,
        String projectName,
        String projectSlug,
        LocalDate projectEndDate,
        UUID customerUuid,
        String customerName,
        String customerSlug,
        Map<String, Object> attributes,
        Map<String, BigDecimal> limits,
        Map<String, Object> options,
        Map<String, Object> backendMetadata,
        List<Endpoint> endpoints,
        boolean paused,
        boolean downscaled,
        boolean restrictMemberAccess,
        boolean hasApiKeys,
        String errorMessage,
        LocalDate endDate,
        Instant created,
        Instant modified,
        Instant lastSync) {

    /** Puts what is missing in order. */
    public WaldurResource {
        state = state == null ? ResourceState.UNKNOWN : state;
        backendId = Values.text(backendId);
        attributes = Values.copy(attributes);
        limits = Values.amounts(limits);
        options = Values.copy(options);
        backendMetadata = Values.copy(backendMetadata);
        endpoints = Values.copy(endpoints);
    }

    /** Leaves out what may hold user data. */
    @Override
    public String toString() {
        return "WaldurResource[" + uuid + ", " + state + ", backendId=" + backendId + "]";
    }
}
