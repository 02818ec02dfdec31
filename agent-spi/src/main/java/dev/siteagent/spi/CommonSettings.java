package dev.siteagent.spi;

import java.util.Objects;

/**
 * The settings of {@code backend_settings} that every backend has; most are for the host, which acts on them itself.
 *
 * @param checkBackendIdUniqueness the host asks Waldur whether a chosen backend id was used before, in this offering
 * @param checkAllOfferings the host asks so for all offerings of the customer
 * @param backendIdMaxRetries how many suffixes the host tries for a chosen backend id, at least 0
 * @param softDelete deletion keeps the data where the backend can
 * @param allocationPrefix put before the slug of a resource to make its backend id; may be empty
 * @param projectPrefix put before the slug of a project to make its name on the backend; may be empty
 * @param customerPrefix put before the slug of a customer to make its name on the backend; may be empty
 * @since 1.0.0
 */
public record CommonSettings(
        boolean checkBackendIdUniqueness,
        boolean checkAllOfferings,
        int backendIdMaxRetries,
        boolean softDelete,
        String allocationPrefix,
        String projectPrefix,
        String customerPrefix) {
    /** Refuses nulls. */
    public CommonSettings {
        Objects.requireNonNull(allocationPrefix, "allocationPrefix");
        Objects.requireNonNull(projectPrefix, "projectPrefix");
        Objects.requireNonNull(customerPrefix, "customerPrefix");
    }

    /** Returns what a file without any of these settings means. */
    public static CommonSettings defaults() {
        return new CommonSettings(false, false, 50, false, "", "", "");
    }
}
