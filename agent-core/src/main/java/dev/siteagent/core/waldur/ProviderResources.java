package dev.siteagent.core.waldur;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** The resources of an offering, as its provider sees them: {@code /api/marketplace-provider-resources/}. Thread-safe. */
public final class ProviderResources {
    private static final String PATH = "/api/marketplace-provider-resources/";

    private final WaldurHttp http;

    ProviderResources(WaldurHttp http) {
        this.http = http;
    }

    /** Reads a resource. */
    public WaldurResource get(UUID resource) throws InterruptedException {
        return http.one(
                WaldurCall.get(
                        "resources.get",
                        "read resource " + Uuids.hex(resource),
                        path(resource),
                        Query.NONE.fieldsOf(WaldurResource.class)),
                WaldurResource.class);
    }

    /**
     * Lists the resources of an offering in some states, the oldest first.
     *
     * @param offering the offering
     * @param states the states wanted; none for all
     */
    public List<WaldurResource> list(UUID offering, Collection<ResourceState> states) throws InterruptedException {
        return list(offering, states, Query.NONE);
    }

    /**
     * Lists the resources of an offering and one project, the oldest first.
     *
     * @param offering the offering
     * @param states the states wanted; none for all
     * @param project the project
     */
    public List<WaldurResource> listOfProject(UUID offering, Collection<ResourceState> states, UUID project)
            throws InterruptedException {
        return list(offering, states, Query.NONE.and("project_uuid", project));
    }

    /**
     * Lists the resources of a project, of whatever offerings the agent's user can see.
     *
     * @param project the project
     * @param states the states wanted; none for all
     */
    public List<UUID> uuidsOfProject(UUID project, Collection<ResourceState> states) throws InterruptedException {
        Query query = Query.NONE
                .and("project_uuid", project)
                .and("state", states.stream().map(ResourceState::wire).toList())
                .and("o", "created")
                .fieldsOf(Identity.class);
        WaldurCall call =
                WaldurCall.get("resources.list", "list the resources of project " + Uuids.hex(project), PATH, query);
        return http.all(call, Identity.class).stream()
                .map(Identity::uuid)
                .filter(Objects::nonNull)
                .toList();
    }

    private record Identity(UUID uuid) {}

    /** Lists the resources of an offering that have this id on the backend; more than one is a fault of someone. */
    public List<WaldurResource> listByBackendId(UUID offering, String backendId) throws InterruptedException {
        return list(offering, List.of(), Query.NONE.and("backend_id", backendId));
    }

    private List<WaldurResource> list(UUID offering, Collection<ResourceState> states, Query more)
            throws InterruptedException {
        Query query = more.and("offering_uuid", offering)
                .and("state", states.stream().map(ResourceState::wire).toList())
                .and("o", "created")
                .fieldsOf(WaldurResource.class);
        return http.all(
                WaldurCall.get("resources.list", "list the resources of offering " + Uuids.hex(offering), PATH, query),
                WaldurResource.class);
    }

    /**
     * Lists the team of a resource: the members of its project.
     *
     * @param resource the resource
     * @param consentedOnly whether to leave out users who did not consent to the offering's terms
     */
    public List<TeamMember> team(UUID resource, boolean consentedOnly) throws InterruptedException {
        Query query = consentedOnly ? Query.NONE.and("has_consent", true) : Query.NONE;
        WaldurCall call = WaldurCall.get(
                "resources.team", "list the team of resource " + Uuids.hex(resource), path(resource) + "team/", query);
        return http.whole(call, TeamMember.class);
    }

    /** Records the id on the backend. */
    public void setBackendId(UUID resource, String backendId) throws InterruptedException {
        act(
                resource,
                "set_backend_id",
                "record backend id " + backendId + " of resource",
                Map.of("backend_id", backendId));
    }

    /**
     * Records the limits.
     *
     * @param resource the resource
     * @param limits component → amount in Waldur's units
     */
    public void setLimits(UUID resource, Map<String, ? extends Number> limits) throws InterruptedException {
        act(resource, "set_limits", "record the limits of resource", Map.of("limits", limits));
    }

    /**
     * Replaces the backend metadata.
     *
     * @param resource the resource
     * @param metadata what Waldur shows of the resource; values of JSON's types, nulls included
     */
    public void setBackendMetadata(UUID resource, Map<String, ?> metadata) throws InterruptedException {
        act(
                resource,
                "set_backend_metadata",
                "record the backend metadata of resource",
                Map.of("backend_metadata", metadata));
    }

    /** Replaces the endpoints. */
    public void setEndpoints(UUID resource, List<Endpoint> endpoints) throws InterruptedException {
        act(resource, "set_endpoints", "record the endpoints of resource", Map.of("endpoints", endpoints));
    }

    /** Records the id that users see, where it is another than the backend's. */
    public void setEffectiveId(UUID resource, String effectiveId) throws InterruptedException {
        act(resource, "set_effective_id", "record the effective id of resource", Map.of("effective_id", effectiveId));
    }

    /** Records that the resource has just been synchronised. */
    public void refreshLastSync(UUID resource) throws InterruptedException {
        act(resource, "refresh_last_sync", "record the synchronisation of resource", null);
    }

    /** Moves an erred resource back to OK. */
    public void setAsOk(UUID resource) throws InterruptedException {
        act(resource, "set_as_ok", "mark as OK resource", null);
    }

    /**
     * Marks a resource as erred.
     *
     * @param resource the resource
     * @param message what failed
     * @param traceback the details for the provider's staff; may be empty
     */
    public void setAsErred(UUID resource, String message, String traceback) throws InterruptedException {
        act(
                resource,
                "set_as_erred",
                "mark as erred resource",
                Map.of("error_message", message, "error_traceback", traceback));
    }

    /** Reports how far the members of a resource are synchronised. */
    public void setMembershipSyncStatuses(UUID resource, List<MemberSyncStatus> statuses) throws InterruptedException {
        act(
                resource,
                "set_membership_sync_statuses",
                "report the synchronisation of the members of resource",
                Map.of("statuses", statuses));
    }

    private void act(UUID resource, String action, String purpose, Object body) throws InterruptedException {
        http.done(WaldurCall.act(
                "resources." + action, purpose + " " + Uuids.hex(resource), path(resource) + action + "/", body));
    }

    private static String path(UUID resource) {
        return PATH + Uuids.hex(resource) + "/";
    }
}
