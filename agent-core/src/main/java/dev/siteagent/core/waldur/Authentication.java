package dev.siteagent.core.waldur;

import com.fasterxml.jackson.databind.JsonNode;
import dev.siteagent.spi.Secret;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;

/** Makes the {@code Authorization} header of a connection; for OIDC it fetches the token. Thread-safe. */
final class Authentication {
    private static final Duration LIFETIME_UNLESS_TOLD = Duration.ofMinutes(5);

    private final WaldurCredentials credentials;
    private final OidcTokens tokens;
    private final Transport transport;
    private final Clock clock;
    private final WaldurJson json;

    Authentication(
            WaldurCredentials credentials, OidcTokens tokens, Transport transport, WaldurJson json, Clock clock) {
        this.credentials = credentials;
        this.tokens = tokens;
        this.transport = transport;
        this.json = json;
        this.clock = clock;
    }

    /** Returns the token to send now, without the word before it. */
    Secret token() throws InterruptedException {
        if (credentials instanceof WaldurCredentials.Oidc oidc) {
            return tokens.token(oidc, () -> issue(oidc));
        }
        return ((WaldurCredentials.Token) credentials).token();
    }

    /** Returns the header for a token. */
    String header(Secret token) {
        String scheme = credentials instanceof WaldurCredentials.Oidc ? "Bearer " : "Token ";
        return scheme + token.reveal();
    }

    /** Gives up a token that was refused; returns true when another one can be had. */
    boolean renew(Secret refused) throws InterruptedException {
        if (credentials instanceof WaldurCredentials.Oidc oidc) {
            tokens.discard(oidc, refused);
            return true;
        }
        return false;
    }

    private OidcTokens.Issued issue(WaldurCredentials.Oidc oidc) throws InterruptedException {
        URI url = oidc.tokenUrl();
        // The call is only what messages speak of: the form is sent below, and no retry sees it.
        WaldurCall call =
                WaldurCall.ask("oidc.token", "issue a token to client " + oidc.clientId(), url.getPath(), null);
        HttpRequest request = transport
                .request(url)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form(oidc)))
                .build();
        Failures failures = Failures.ofOidc(url, json, clock);
        Answer answer;
        try {
            answer = transport.send(request);
        } catch (IOException e) {
            throw failures.of(call, e);
        }
        if (!answer.succeeded()) {
            throw failures.of(call, answer);
        }
        return read(call, answer, failures);
    }

    private OidcTokens.Issued read(WaldurCall call, Answer answer, Failures failures) {
        JsonNode tree;
        try {
            tree = json.readTree(answer.body());
        } catch (WaldurJson.MalformedJsonException e) {
            throw failures.unreadable(call, e.getMessage());
        }
        String token = tree.path("access_token").asText("");
        if (token.isBlank()) {
            throw failures.unreadable(call, "it has no access_token");
        }
        long seconds = tree.path("expires_in").asLong(0);
        Duration lifetime = seconds > 0 ? Duration.ofSeconds(Math.min(seconds, 86_400)) : LIFETIME_UNLESS_TOLD;
        return new OidcTokens.Issued(Secret.of(token), lifetime);
    }

    private static String form(WaldurCredentials.Oidc oidc) {
        return "grant_type=client_credentials&client_id=" + encode(oidc.clientId()) + "&client_secret="
                + encode(oidc.clientSecret().reveal());
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
