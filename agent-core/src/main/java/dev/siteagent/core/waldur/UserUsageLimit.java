package dev.siteagent.core.waldur;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.UUID;

/**
 * How much one user may use of one component of one resource.
 *
 * @param uuid the limit's UUID
 * @param resource the address of the resource
 * @param componentType the component
 * @param user the user's name on the backend: Waldur calls it so
 * @param limit the amount, in Waldur's units
 */
public record UserUsageLimit(UUID uuid, String resource, String componentType, String user, BigDecimal limit) {

    /** Returns the UUID of the resource, nothing when Waldur did not say. */
    public Optional<UUID> resourceUuid() {
        return Uuids.ofUrl(resource);
    }

    /** Leaves the name out. */
    @Override
    public String toString() {
        return "UserUsageLimit[" + uuid + ", " + componentType + ", " + limit + "]";
    }
}
