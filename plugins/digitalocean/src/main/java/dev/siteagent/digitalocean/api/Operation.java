package dev.siteagent.digitalocean.api;

import java.util.Objects;

/**
 * One kind of request, as failures speak of it.
 *
 * @param what verb and object for messages, for example {@code destroy droplet 3164444}
 * @param scope the token scope that DigitalOcean asks for, for example {@code droplet:delete}
 * @param write whether the request changes something, so that a lost answer leaves the outcome open
 * @param budget which of DigitalOcean's limits it counts against
 */
record Operation(String what, String scope, boolean write, RequestBudget.Kind budget) {
    Operation {
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(budget, "budget");
    }

    static Operation read(String what, String scope) {
        return new Operation(what, scope, false, RequestBudget.Kind.ANY);
    }

    static Operation write(String what, String scope) {
        return new Operation(what, scope, true, RequestBudget.Kind.ANY);
    }

    static Operation keyListing() {
        return new Operation("list SSH keys", "ssh_key:read", false, RequestBudget.Kind.KEY_LISTING);
    }
}
