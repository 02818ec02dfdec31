package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.Plans;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** What a plan includes: component type to amount in Waldur's units. Thread-safe. */
final class PlanQuotas {
    private final Plans plans;

    PlanQuotas(Plans plans) {
        this.plans = plans;
    }

    /**
     * Reads a plan's quotas; a component of which it includes nothing is left out.
     *
     * @param plan the plan; null for none, which includes nothing
     */
    Map<String, BigDecimal> of(UUID plan) throws InterruptedException {
        if (plan == null) {
            return Map.of();
        }
        Map<String, BigDecimal> quotas = new LinkedHashMap<>(plans.get(plan).quotas());
        quotas.values().removeIf(amount -> amount.signum() == 0);
        return quotas;
    }
}
