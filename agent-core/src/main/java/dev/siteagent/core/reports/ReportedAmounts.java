package dev.siteagent.core.reports;

import dev.siteagent.core.waldur.BillingType;
import dev.siteagent.core.waldur.OfferingComponent;
import dev.siteagent.spi.Component;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Turns amounts of the backend into those that Waldur takes: divided by {@code unit_factor_reporting}, once, and rounded to
 * 2 decimals, half to even as the Python agent does. Components that take no usage are dropped. Immutable.
 */
final class ReportedAmounts {
    private static final int DECIMALS = 2;

    private final Map<String, Component> components;
    private final Map<String, BillingType> inWaldur = new HashMap<>();

    /**
     * Amounts of an offering.
     *
     * @param components the components by type, with their factors
     * @param inWaldur the components of the offering in Waldur
     */
    ReportedAmounts(Map<String, Component> components, Collection<OfferingComponent> inWaldur) {
        this.components = Map.copyOf(components);
        inWaldur.stream()
                .filter(component -> component.type() != null)
                .forEach(component -> this.inWaldur.put(
                        component.type(),
                        component.billingType() == null ? BillingType.UNKNOWN : component.billingType()));
    }

    /**
     * Converts amounts.
     *
     * @param amounts component type to amount in backend units
     * @param tally hears of what is dropped
     * @throws IllegalArgumentException when an amount is less than 0, which is a fault of the plugin
     */
    Map<String, BigDecimal> of(Map<String, BigDecimal> amounts, ReportTally tally) {
        Map<String, BigDecimal> converted = new TreeMap<>();
        amounts.forEach((type, amount) -> {
            if (amount.signum() < 0) {
                throw new IllegalArgumentException("the backend says that " + type + " is " + amount.toPlainString()
                        + ", and nothing can be used less than not at all; the plugin is to be corrected");
            }
            if (taken(type, tally)) {
                converted.put(type, amount.divide(factor(type), DECIMALS, RoundingMode.HALF_EVEN));
            }
        });
        return converted;
    }

    /** Tells whether a component is charged by what was used. */
    boolean byUsage(String type) {
        return inWaldur.get(type) == BillingType.USAGE;
    }

    /** Waldur refuses the whole report for one component that it lacks or that is charged by no amount. */
    private boolean taken(String type, ReportTally tally) {
        BillingType billing = inWaldur.get(type);
        if (billing == null) {
            tally.dropped(type, "the offering has no such component in Waldur; site-agent load-components makes it");
            return false;
        }
        return switch (billing) {
            case FIXED, ONE, FEW -> {
                tally.dropped(
                        type,
                        "in Waldur it is billed as " + billing.name().toLowerCase(Locale.ROOT) + ", without usage");
                yield false;
            }
            case USAGE, LIMIT, UNKNOWN -> true;
        };
    }

    private BigDecimal factor(String type) {
        Component component = components.get(type);
        return component == null ? BigDecimal.ONE : component.unitFactorReporting();
    }
}
