package dev.siteagent.sandbox.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Sends a request to the handler of its method and path; the first route that fits wins. Immutable, see {@link Builder}. */
public final class Routes implements Handler {
    private final List<Route> routes;
    private final Handler notFound;
    private final Handler methodNotAllowed;

    private Routes(Builder builder) {
        this.routes = List.copyOf(builder.routes);
        this.notFound = builder.notFound;
        this.methodNotAllowed = builder.methodNotAllowed;
    }

    /** Starts an empty table of routes. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public Response handle(Request request) {
        TreeSet<String> allowed = new TreeSet<>();
        for (Route route : routes) {
            Optional<Map<String, String>> parameters = route.path.match(request.path());
            if (parameters.isPresent()) {
                if (route.method.equals(request.method())) {
                    return route.handler.handle(request.withPathParameters(parameters.get()));
                }
                allowed.add(route.method);
            }
        }
        return allowed.isEmpty()
                ? notFound.handle(request)
                : methodNotAllowed.handle(request).with("Allow", String.join(", ", allowed));
    }

    private record Route(String method, PathTemplate path, Handler handler) {}

    /** Collects routes. Not thread-safe. */
    public static final class Builder {
        private final List<Route> routes = new ArrayList<>();
        private Handler notFound = request -> Response.text(404, "Not Found");
        private Handler methodNotAllowed = request -> Response.text(405, "Method Not Allowed");

        private Builder() {}

        /** Adds a route for GET. */
        public Builder get(String path, Handler handler) {
            return on("GET", path, handler);
        }

        /** Adds a route for POST. */
        public Builder post(String path, Handler handler) {
            return on("POST", path, handler);
        }

        /** Adds a route for PUT. */
        public Builder put(String path, Handler handler) {
            return on("PUT", path, handler);
        }

        /** Adds a route for PATCH. */
        public Builder patch(String path, Handler handler) {
            return on("PATCH", path, handler);
        }

        /** Adds a route for DELETE. */
        public Builder delete(String path, Handler handler) {
            return on("DELETE", path, handler);
        }

        /**
         * Adds a route.
         *
         * @param method the method in capitals
         * @param path the template of the path, see {@link PathTemplate}
         * @param handler who answers
         */
        public Builder on(String method, String path, Handler handler) {
            routes.add(new Route(method, PathTemplate.of(path), handler));
            return this;
        }

        /** Sets who answers where no path fits. */
        public Builder notFound(Handler handler) {
            this.notFound = handler;
            return this;
        }

        /** Sets who answers where the path fits another method; the header {@code Allow} is added. */
        public Builder methodNotAllowed(Handler handler) {
            this.methodNotAllowed = handler;
            return this;
        }

        /** Makes the table. */
        public Routes build() {
            return new Routes(this);
        }
    }
}
