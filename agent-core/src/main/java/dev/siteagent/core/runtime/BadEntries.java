package dev.siteagent.core.runtime;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.DisabledOffering;
import dev.siteagent.core.config.OfferingConfiguration;
import java.util.List;

/**
 * Who goes on though a new configuration does not have it: a slip in an entry must not end what customers use, so what is
 * at work ends only by a file that is clear about it.
 */
final class BadEntries {
    private final List<DisabledOffering> offerings;
    private final boolean services;

    /** The bad entries of a configuration. */
    BadEntries(AgentConfiguration configuration) {
        this.offerings = configuration.disabled();
        this.services = !configuration.disabledServices().isEmpty();
    }

    /** Returns whether a post that the configuration lacks goes on. */
    boolean keep(Post post) {
        if (post.offerings().isEmpty()) {
            return services;
        }
        return post.offerings().stream().anyMatch(this::mayBeBad);
    }

    private boolean mayBeBad(OfferingConfiguration entry) {
        return offerings.stream().anyMatch(bad -> bad.uuid().isEmpty() || bad.isOf(entry));
    }
}
