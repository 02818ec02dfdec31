package dev.siteagent.digitalocean.api;

import java.util.Objects;

/**
 * One kind of request, as failures speak of it.
 *
 * @param what verb and object for messages, for example {@code destroy droplet 3164444}
 * @param scope the token scope that DigitalOcean asks for, for example {@code droplet:delete}
 * @param write whether the request changes something, so that a lost answer leaves the outcome open
 */
record Operation(String what, String scope, boolean write) {
    Operation {
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(scope, "scope");
    }

    static Operation read(String what, String scope) {
        return new Operation(what, scope, false);
    }

    static Operation write(String what, String scope) {
        return new Operation(what, scope, true);
    }
}
