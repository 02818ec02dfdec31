package dev.siteagent.core.orders;

import dev.siteagent.spi.BackendTraits.LimitUnits;
import dev.siteagent.spi.Component;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Converts limits between Waldur's units and those of the backend, in the one place where that happens. Immutable.
 *
 * <p>A backend that declares {@link LimitUnits#WALDUR} gets Waldur's numbers untouched. Both sides count whole units, so
 * results are rounded half up. A component that nobody configured has the factor 1.
 */
public final class LimitConversion {
    private final Map<String, Component> components;
    private final LimitUnits units;

    /**
     * A conversion for one offering.
     *
     * @param components component type to component
     * @param units the units the backend wants
     */
    public LimitConversion(Map<String, Component> components, LimitUnits units) {
        this.components = Map.copyOf(components);
        this.units = Objects.requireNonNull(units, "units");
    }

    /**
     * Converts Waldur's limits for the backend.
     *
     * @throws ArithmeticException when a limit does not fit 64 bits
     */
    public Map<String, Long> toBackend(Map<String, BigDecimal> limits) {
        Map<String, Long> converted = new LinkedHashMap<>();
        limits.forEach((type, amount) -> converted.put(type, whole(amount.multiply(factor(type)))));
        return converted;
    }

    /** Converts the backend's limits for Waldur. */
    public Map<String, Long> toWaldur(Map<String, Long> limits) {
        Map<String, Long> converted = new LinkedHashMap<>();
        limits.forEach((type, amount) -> converted.put(
                type,
                BigDecimal.valueOf(amount)
                        .divide(factor(type), 0, RoundingMode.HALF_UP)
                        .longValueExact()));
        return converted;
    }

    /** Rounds limits to whole numbers and leaves their units alone. */
    static Map<String, Long> untouched(Map<String, BigDecimal> limits) {
        Map<String, Long> rounded = new LinkedHashMap<>();
        limits.forEach((type, amount) -> rounded.put(type, whole(amount)));
        return rounded;
    }

    private BigDecimal factor(String type) {
        Component component = components.get(type);
        return units == LimitUnits.WALDUR || component == null ? BigDecimal.ONE : component.unitFactor();
    }

    private static long whole(BigDecimal amount) {
        return amount.setScale(0, RoundingMode.HALF_UP).longValueExact();
    }
}
