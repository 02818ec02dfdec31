package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.Plans;
import java.math.BigDecimal;
import java.util.Map;
import java.util.UUID;

/** What a plan includes: component type to amount in Waldur's units. Thread-safe. */
final class PlanQuotas {
    private final Plans plans;

    PlanQuotas(Plans plans) {
        this.plans = plans;
    }

    /**
     * Reads a plan's quotas, zeros included.
     *
     * @param plan the plan; null for none, which includes nothing
     */
    Map<String, BigDecimal> of(UUID plan) throws InterruptedException {
        if (plan == null) {
            return Map.of();
        }
        return plans.get(plan).quotas();
    }
}
