package dev.siteagent.core.membership;

import dev.siteagent.core.waldur.PluginOptions;
import dev.siteagent.spi.Component;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * An offering as its resources are synced in one cycle.
 *
 * @param uuid its UUID
 * @param components component type to component
 * @param serviceProvider the provider's UUID; empty when Waldur names none
 * @param options what Waldur says how the offering is to be served
 * @param reconcileUsernames whether names that the backend assigned are written back
 * @param lastSyncAge how old the last synchronisation of an unchanged resource may become before it is recorded again
 */
public record MembershipOffering(
        UUID uuid,
        Map<String, Component> components,
        Optional<UUID> serviceProvider,
        PluginOptions options,
        boolean reconcileUsernames,
        Duration lastSyncAge) {
    /** Copies the map and refuses nulls. */
    public MembershipOffering {
        Objects.requireNonNull(uuid, "uuid");
        components = Map.copyOf(components);
        Objects.requireNonNull(serviceProvider, "serviceProvider");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(lastSyncAge, "lastSyncAge");
    }
}
