package dev.siteagent.core.waldur;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The requests to list what the backend has and Waldur lacks: {@code /api/backend-resource-requests/}, and the resources
 * submitted for them: {@code /api/backend-resources/}. Thread-safe.
 */
public final class ImportRequests {
    private static final String PATH = "/api/backend-resource-requests/";
    private static final String RESOURCES = "/api/backend-resources/";

    private final WaldurHttp http;

    ImportRequests(WaldurHttp http) {
        this.http = http;
    }

    /**
     * A request.
     *
     * @param uuid its UUID
     * @param state its state, never null
     * @param offering the offering
     */
    public record ImportRequest(UUID uuid, State state, UUID offering) {
        /** Puts what is missing in order. */
        public ImportRequest {
            state = state == null ? State.UNKNOWN : state;
        }
    }

    /** The states of a request. */
    public enum State {
        /** Not begun. */
        @JsonProperty("Sent")
        SENT,
        /** Begun. */
        @JsonProperty("Processing")
        PROCESSING,
        /** Ended well. */
        @JsonProperty("Done")
        DONE,
        /** Failed. */
        @JsonProperty("Erred")
        ERRED,
        /** A state that this agent does not know, or none in the answer. */
        @JsonEnumDefaultValue
        UNKNOWN
    }

    /**
     * A resource of the backend that Waldur lacks.
     *
     * @param uuid its UUID, null when it is to be submitted
     * @param name its name
     * @param project the project it shall belong to
     * @param offering the offering
     * @param backendId its id on the backend
     * @param backendMetadata what the backend tells of it, limits included; never null
     */
    public record BackendResource(
            UUID uuid,
            String name,
            UUID project,
            UUID offering,
            String backendId,
            Map<String, Object> backendMetadata) {

        /** Puts what is missing in order. */
        public BackendResource {
            backendMetadata = Values.copy(backendMetadata);
        }
    }

    /** Reads a request. */
    public ImportRequest get(UUID request) throws InterruptedException {
        return http.one(
                WaldurCall.get(
                        "import_requests.get", "read import request " + Uuids.hex(request), path(request), Query.NONE),
                ImportRequest.class);
    }

    /** Begins a request. Waldur refuses (409) one that has begun. */
    public void startProcessing(UUID request) throws InterruptedException {
        act(request, "start_processing", null);
    }

    /** Ends a request well. */
    public void setDone(UUID request) throws InterruptedException {
        act(request, "set_done", null);
    }

    /**
     * Ends a request that failed.
     *
     * @param request the request
     * @param message what failed
     * @param traceback the details; may be empty
     */
    public void setErred(UUID request, String message, String traceback) throws InterruptedException {
        act(request, "set_erred", Map.of("error_message", message, "error_traceback", traceback));
    }

    /** Lists what has been submitted for an offering. */
    public List<BackendResource> submitted(UUID offering) throws InterruptedException {
        return http.all(
                WaldurCall.get(
                        "backend_resources.list",
                        "list the importable resources of offering " + Uuids.hex(offering),
                        RESOURCES,
                        Query.NONE.and("offering_uuid", offering)),
                BackendResource.class);
    }

    /** Submits a resource. Not repeated when the answer is lost: list what has been submitted first. */
    public void submit(BackendResource resource) throws InterruptedException {
        http.done(WaldurCall.create(
                "backend_resources.create",
                "submit importable resource " + resource.backendId() + " of offering " + Uuids.hex(resource.offering()),
                RESOURCES,
                resource));
    }

    private void act(UUID request, String action, Object body) throws InterruptedException {
        http.done(WaldurCall.act(
                "import_requests." + action,
                action + " import request " + Uuids.hex(request),
                path(request) + action + "/",
                body));
    }

    private static String path(UUID request) {
        return PATH + Uuids.hex(request) + "/";
    }
}
