package dev.siteagent.spi;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * The offering that a backend serves.
 *
 * @param uuid its UUID in Waldur
 * @param name its name in the configuration file
 * @param serviceProvider the UUID of the service provider; empty while Waldur could not be reached
 * @param partitions names of its partitions, empty when it has none
 * @param enforceQos whether the offering binds partitions to qualities of service
 * @param pluginOptions the offering's {@code plugin_options} in Waldur as JSON values (values may be null); empty while
 *     Waldur could not be reached
 * @since 1.0.0
 */
public record Offering(
        UUID uuid,
        String name,
        Optional<UUID> serviceProvider,
        List<String> partitions,
        boolean enforceQos,
        Map<String, Object> pluginOptions) {
    /** Copies the collections and refuses nulls. */
    public Offering {
        Objects.requireNonNull(uuid, "uuid");
        Records.requireText(name, "name");
        Objects.requireNonNull(serviceProvider, "serviceProvider");
        partitions = Records.copy(partitions, "partitions");
        pluginOptions = Records.json(pluginOptions, "pluginOptions");
    }

    /**
     * Returns an offering of which only uuid and name are known.
     *
     * @param uuid its UUID
     * @param name its name
     */
    public static Offering of(UUID uuid, String name) {
        return new Offering(uuid, name, Optional.empty(), List.of(), false, Map.of());
    }
}
