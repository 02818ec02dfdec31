package dev.siteagent.sandbox.digitalocean;

/** An error answer in DigitalOcean's form. */
final class ApiProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String id;

    private ApiProblem(int status, String id, String message) {
        super(message, null, false, false);
        this.status = status;
        this.id = id;
    }

    static ApiProblem badRequest(String message) {
        return new ApiProblem(400, "bad_request", message);
    }

    static ApiProblem unauthorized() {
        return new ApiProblem(401, "Unauthorized", "Unable to authenticate you");
    }

    static ApiProblem forbidden() {
        return new ApiProblem(403, "Forbidden", "You are not authorized to perform this operation");
    }

    static ApiProblem notFound() {
        return new ApiProblem(404, "not_found", "The resource you were accessing could not be found.");
    }

    static ApiProblem methodNotAllowed() {
        return new ApiProblem(405, "method_not_allowed", "The method is not allowed for the requested URL.");
    }

    static ApiProblem unprocessable(String message) {
        return new ApiProblem(422, "unprocessable_entity", message);
    }

    static ApiProblem tooManyRequests() {
        return new ApiProblem(429, "too_many_requests", "API Rate limit exceeded.");
    }

    int status() {
        return status;
    }

    String id() {
        return id;
    }
}
