package dev.siteagent.core.config;

import dev.siteagent.spi.Secret;
import java.net.URI;
import java.util.Objects;

/** How the agent proves to Waldur who it is. */
public sealed interface WaldurCredentials {
    /**
     * A token that does not change.
     *
     * @param value the token, not blank
     */
    record Token(Secret value) implements WaldurCredentials {
        /** Refuses null. */
        public Token {
            Objects.requireNonNull(value, "value");
        }
    }

    /**
     * Access tokens from an identity provider, by the client credentials grant.
     *
     * @param tokenUrl where access tokens are given out; http or https
     * @param clientId the id of the client, not blank
     * @param clientSecret the secret of the client, not blank
     */
    record Oidc(URI tokenUrl, String clientId, Secret clientSecret) implements WaldurCredentials {
        /** Refuses nulls. */
        public Oidc {
            Objects.requireNonNull(tokenUrl, "tokenUrl");
            Objects.requireNonNull(clientId, "clientId");
            Objects.requireNonNull(clientSecret, "clientSecret");
        }
    }
}
