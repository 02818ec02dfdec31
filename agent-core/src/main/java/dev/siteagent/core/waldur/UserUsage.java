package dev.siteagent.core.waldur;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/**
 * What one user used of one component of one resource in one billing period.
 *
 * @param uuid the record's UUID
 * @param username the user's name on the backend
 * @param usage the amount, in Waldur's units
 * @param componentType the component
 * @param componentUsage the address of the {@link ComponentUsage} it is part of
 * @param billingPeriod the first day of the month
 * @param resourceUuid the resource
 */
public record UserUsage(
        UUID uuid,
        String username,
        BigDecimal usage,
        String componentType,
        String componentUsage,
        LocalDate billingPeriod,
        UUID resourceUuid) {

    /** Returns the UUID of the {@link ComponentUsage} it is part of, nothing when Waldur did not say. */
    public Optional<UUID> componentUsageUuid() {
        return Uuids.ofUrl(componentUsage);
    }

    /** Leaves the name out. */
    @Override
    public String toString() {
        return "UserUsage[" + uuid + ", " + componentType + ", " + billingPeriod + "]";
    }
}
