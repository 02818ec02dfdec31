package dev.siteagent.core.orders;

import dev.siteagent.spi.CommonSettings;
import dev.siteagent.spi.Component;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * An offering as orders are worked on in one cycle: what the file says, and Waldur where the file says nothing.
 *
 * @param uuid its UUID
 * @param common the settings that every backend has
 * @param components component type to component
 * @param serviceProvider the provider's UUID; empty when Waldur names none
 * @param namesFollowProject whether backend ids follow the slug of the project instead of that of the resource
 */
public record ServedOffering(
        UUID uuid,
        CommonSettings common,
        Map<String, Component> components,
        Optional<UUID> serviceProvider,
        boolean namesFollowProject) {
    /** Copies the map and refuses nulls. */
    public ServedOffering {
        Objects.requireNonNull(uuid, "uuid");
        Objects.requireNonNull(common, "common");
        components = Map.copyOf(components);
        Objects.requireNonNull(serviceProvider, "serviceProvider");
    }
}
