package dev.siteagent.hobbyfarm.model;

import dev.siteagent.spi.Secret;
import java.util.Objects;

/** Where an Environment has the token of its account. */
public sealed interface TokenSource {
    /**
     * In itself.
     *
     * @param token the token
     */
    record Plain(Secret token) implements TokenSource {
        /** Refuses null. */
        public Plain {
            Objects.requireNonNull(token, "token");
        }
    }

    /**
     * In a Secret of the namespace.
     *
     * @param secret its name
     */
    record InSecret(String secret) implements TokenSource {
        /** Refuses null. */
        public InSecret {
            Objects.requireNonNull(secret, "secret");
        }
    }
}
