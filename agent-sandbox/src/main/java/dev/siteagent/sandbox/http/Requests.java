package dev.siteagent.sandbox.http;

import java.util.function.Predicate;

/** Which requests a fault, a latency or a search of the log is about. */
public final class Requests {
    private Requests() {}

    /** Matches every request. */
    public static Predicate<Request> any() {
        return request -> true;
    }

    /** Matches the requests that ask for a change: POST, PUT, PATCH and DELETE. */
    public static Predicate<Request> writes() {
        return Request::isWrite;
    }

    /**
     * Matches a method and a path.
     *
     * @param method the method in capitals
     * @param path a template such as {@code /v2/droplets/{id}}, see {@link PathTemplate}
     */
    public static Predicate<Request> of(String method, String path) {
        PathTemplate template = PathTemplate.of(path);
        return request -> request.method().equals(method)
                && template.match(request.path()).isPresent();
    }

    /** Matches a path with any method, see {@link PathTemplate}. */
    public static Predicate<Request> path(String path) {
        PathTemplate template = PathTemplate.of(path);
        return request -> template.match(request.path()).isPresent();
    }

    /** Matches all paths that start with a text. */
    public static Predicate<Request> under(String prefix) {
        return request -> request.path().startsWith(prefix);
    }
}
