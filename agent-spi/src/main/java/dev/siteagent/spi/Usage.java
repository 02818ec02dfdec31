package dev.siteagent.spi;

import java.math.BigDecimal;
import java.util.Map;

/**
 * The usage of one resource in one billing month, from its first moment on.
 *
 * @param total component type to amount, in backend units (the host divides by {@code unit_factor_reporting}), 0 or more
 * @param perUser username to component type to amount; empty when the backend does not know
 * @since 1.0.0
 */
public record Usage(Map<String, BigDecimal> total, Map<String, Map<String, BigDecimal>> perUser) {
    /** Copies the maps. */
    public Usage {
        total = Records.copy(total, "total");
        perUser = Records.copy(perUser, "perUser");
    }
}
