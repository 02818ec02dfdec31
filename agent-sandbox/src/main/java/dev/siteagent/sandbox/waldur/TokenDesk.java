package dev.siteagent.sandbox.waldur;

import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.MalformedBody;
import dev.siteagent.sandbox.http.Query;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Issues tokens and checks them: one static token, and those an OIDC server gives for client credentials. Thread-safe;
 * shows no token in any text.
 */
final class TokenDesk {
    /** The path of the token endpoint, as Keycloak has it. */
    static final String PATH = "/realms/sandbox/protocol/openid-connect/token";

    private final Map<String, Instant> bearers = new ConcurrentHashMap<>();
    private final Clock clock;
    private final String token;
    private final String clientId = "site-agent";
    private final String clientSecret = UUID.randomUUID().toString();
    private volatile Duration lifetime = Duration.ofMinutes(5);

    TokenDesk(Clock clock, String token) {
        this.clock = clock;
        this.token = token;
    }

    String token() {
        return token;
    }

    String clientId() {
        return clientId;
    }

    String clientSecret() {
        return clientSecret;
    }

    void lifetime(Duration newLifetime) {
        lifetime = newLifetime;
    }

    /** Makes all tokens of the OIDC server void, as a restart of it does. */
    void expireAll() {
        bearers.clear();
    }

    /** Refuses a request whose token is missing or wrong. */
    void check(Request request) {
        String header = request.header("Authorization").orElse("");
        if (header.isEmpty()) {
            throw Refusals.unauthenticated("Authentication credentials were not provided.");
        }
        boolean valid = header.equals("Token " + token)
                || (header.startsWith("Bearer ") && alive(header.substring("Bearer ".length())));
        if (!valid) {
            throw Refusals.unauthenticated("Invalid token.");
        }
    }

    private boolean alive(String bearer) {
        Instant end = bearers.get(bearer);
        return end != null && clock.instant().isBefore(end);
    }

    /** Answers the token endpoint. */
    Response issue(Request request) {
        boolean form = request.header("Content-Type").orElse("").startsWith("application/x-www-form-urlencoded");
        if (!request.method().equals("POST") || !form) {
            return error(400, "invalid_request");
        }
        Query fields;
        try {
            fields = Query.parse(request.body().text());
        } catch (MalformedBody e) {
            return error(400, "invalid_request");
        }
        if (!"client_credentials".equals(fields.first("grant_type").orElse(""))) {
            return error(400, "unsupported_grant_type");
        }
        boolean known = clientId.equals(fields.first("client_id").orElse(""))
                && clientSecret.equals(fields.first("client_secret").orElse(""));
        if (!known) {
            return error(401, "invalid_client");
        }
        String bearer = UUID.randomUUID() + "." + UUID.randomUUID();
        bearers.put(bearer, clock.instant().plus(lifetime));
        return Response.json(
                200,
                Json.object()
                        .put("access_token", bearer)
                        .put("expires_in", lifetime.toSeconds())
                        .put("token_type", "Bearer"));
    }

    private static Response error(int status, String error) {
        return Response.json(status, Json.object().put("error", error));
    }
}
