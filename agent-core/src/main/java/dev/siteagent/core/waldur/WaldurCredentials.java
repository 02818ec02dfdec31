package dev.siteagent.core.waldur;

import dev.siteagent.spi.Secret;
import java.net.URI;
import java.util.Objects;

/**
 * How the agent proves to Waldur who it is: a static token, or a token that an OpenID Connect server issues.
 *
 * <p>Immutable; {@code toString} shows no secret.
 */
public sealed interface WaldurCredentials {

    /**
     * A token of a Waldur user, sent as {@code Authorization: Token …}.
     *
     * @param token the token, not null and not blank
     */
    record Token(Secret token) implements WaldurCredentials {
        /** Checks that there is a token. */
        public Token {
            Objects.requireNonNull(token, "token");
            if (token.isBlank()) {
                throw new IllegalArgumentException(
                        "The Waldur token is blank; set waldur_api_token or the oidc_* keys.");
            }
        }
    }

    /**
     * An OIDC client-credentials grant, whose token is sent as {@code Authorization: Bearer …}.
     *
     * @param tokenUrl the token endpoint of the OIDC server, not null
     * @param clientId the client id, not null
     * @param clientSecret the client secret, not null
     */
    record Oidc(URI tokenUrl, String clientId, Secret clientSecret) implements WaldurCredentials {
        /** Checks that nothing is missing. */
        public Oidc {
            Objects.requireNonNull(tokenUrl, "tokenUrl");
            Objects.requireNonNull(clientId, "clientId");
            Objects.requireNonNull(clientSecret, "clientSecret");
        }
    }
}
