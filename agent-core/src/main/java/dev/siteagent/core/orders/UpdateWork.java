package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.LimitsBackend;
import dev.siteagent.spi.LimitsBackend.Change;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceBackend;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Update: applies the limits of the order, or else what the new plan includes. Limits that hold already need no backend,
 * except where a prepaid time may have moved.
 */
final class UpdateWork implements OrderWork {
    private static final Logger log = LoggerFactory.getLogger(UpdateWork.class);

    private final ResourceBackend backend;
    private final boolean prepaid;
    private final PlanQuotas plans;
    private final SpiRecords records;
    private final LimitConversion limits;

    UpdateWork(ResourceBackend backend, boolean prepaid, PlanQuotas plans, SpiRecords records, LimitConversion limits) {
        this.backend = backend;
        this.prepaid = prepaid;
        this.plans = plans;
        this.records = records;
        this.limits = limits;
    }

    @Override
    public Begun begin(WaldurOrder order, WaldurResource known) throws BackendException, InterruptedException {
        Resource resource = records.resource(known);
        Map<String, BigDecimal> wanted = wanted(order, known);
        boolean unchanged = wanted.isEmpty() || same(wanted, known.limits());
        if (unchanged && !prepaid) {
            log.info("The order changes no limits; there is nothing to do on the backend.");
            return new Begun(PendingWork.Kind.SET_LIMITS, resource, Outcome.done());
        }
        Map<String, Long> target = target(wanted, known);
        return new Begun(
                PendingWork.Kind.SET_LIMITS,
                resource.withLimits(target),
                limitsBackend(resource).setLimits(resource, new Change(target, resource.endDate())));
    }

    @Override
    public PendingWork remembered(WaldurOrder order, WaldurResource known, Handle handle) throws InterruptedException {
        Resource resource = records.resource(known).withLimits(target(wanted(order, known), known));
        return new PendingWork(PendingWork.Kind.SET_LIMITS, resource, handle);
    }

    private Map<String, Long> target(Map<String, BigDecimal> wanted, WaldurResource known) {
        return limits.toBackend(wanted.isEmpty() ? known.limits() : wanted);
    }

    private LimitsBackend limitsBackend(Resource resource) throws PermanentBackendException {
        if (!(backend instanceof LimitsBackend limitsBackend)) {
            throw new PermanentBackendException("The limits of this resource cannot be changed after it was made."
                    + " Order a new one with the limits you need.");
        }
        if (resource.backendId().isEmpty()) {
            throw new PermanentBackendException("The limits cannot be changed, because the resource was never made:"
                    + " it has no backend id. Retry or terminate its create order first.");
        }
        return limitsBackend;
    }

    /** The limits of the order; else what the plan includes, where nothing counts only if it takes something away. */
    private Map<String, BigDecimal> wanted(WaldurOrder order, WaldurResource known) throws InterruptedException {
        if (!order.limits().isEmpty()) {
            return order.limits();
        }
        Map<String, BigDecimal> included = new LinkedHashMap<>(plans.of(order.planUuid()));
        included.entrySet()
                .removeIf(quota -> quota.getValue().signum() == 0
                        && known.limits()
                                        .getOrDefault(quota.getKey(), BigDecimal.ZERO)
                                        .signum()
                                == 0);
        return included;
    }

    /** Compares by value: 2 and 2.0 are the same limit, and so are 0 and none. */
    private static boolean same(Map<String, BigDecimal> left, Map<String, BigDecimal> right) {
        return stripped(left).equals(stripped(right));
    }

    private static Map<String, BigDecimal> stripped(Map<String, BigDecimal> amounts) {
        Map<String, BigDecimal> stripped = new LinkedHashMap<>();
        amounts.forEach((type, amount) -> {
            if (amount.signum() != 0) {
                stripped.put(type, amount.stripTrailingZeros());
            }
        });
        return stripped;
    }
}
