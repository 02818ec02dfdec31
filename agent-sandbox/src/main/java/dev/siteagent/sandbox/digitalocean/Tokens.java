package dev.siteagent.sandbox.digitalocean;

import dev.siteagent.sandbox.http.Handler;
import dev.siteagent.sandbox.http.Request;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The tokens that may call, and the scopes that each lacks. Thread-safe. */
final class Tokens {
    private static final String SCHEME = "Bearer ";

    private final Map<String, Set<String>> lacking = new ConcurrentHashMap<>();

    void admit(String token, Set<String> scopesLacking) {
        lacking.put(token, Set.copyOf(scopesLacking));
    }

    void revoke(String token) {
        lacking.remove(token);
    }

    /** Returns the caller's token, empty where it brings none that is known. */
    Optional<String> caller(Request request) {
        return request.header("Authorization")
                .filter(value -> value.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
                .map(value -> value.substring(SCHEME.length()).strip())
                .filter(lacking::containsKey);
    }

    /** Wraps a handler so that it answers 403 to a token without a scope. */
    Handler scoped(String scope, Handler handler) {
        return request -> {
            require(request, scope);
            return handler.handle(request);
        };
    }

    void require(Request request, String scope) {
        if (!allows(request, scope)) {
            throw ApiProblem.forbidden();
        }
    }

    boolean allows(Request request, String scope) {
        return caller(request)
                .map(token -> !lacking.getOrDefault(token, Set.of()).contains(scope))
                .orElse(false);
    }

    @Override
    public String toString() {
        return "Tokens[" + lacking.size() + "]";
    }
}
