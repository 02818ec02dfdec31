package dev.siteagent.core.waldur;

import java.math.BigDecimal;
import java.util.Map;
import java.util.UUID;

/**
 * A plan of an offering.
 *
 * @param uuid the plan's UUID
 * @param name its name
 * @param quotas component → amount included, in Waldur's units, never null
 */
public record WaldurPlan(UUID uuid, String name, Map<String, BigDecimal> quotas) {

    /** Puts what is missing in order. */
    public WaldurPlan {
        quotas = Values.amounts(quotas);
    }
}
