package dev.siteagent.spi;

import java.math.BigDecimal;
import java.util.Objects;

/**
 * One component of an offering: what is counted, limited and billed.
 *
 * @param type its key in {@code backend_components} and in limits and usages, such as {@code cpu}
 * @param label what people see
 * @param measuredUnit the unit in Waldur, such as {@code Cores}; may be empty
 * @param accounting how it is billed
 * @param unitFactor how many backend units one Waldur unit is, more than 0; the host converts limits with it
 * @param unitFactorReporting the same for usage, more than 0
 * @param prepaid whether it is paid ahead for a duration
 * @param ownSettings the plugin's own keys, an instance of {@link BackendProvider#componentSettingsType()}
 * @since 1.0.0
 */
public record Component(
        String type,
        String label,
        String measuredUnit,
        Accounting accounting,
        BigDecimal unitFactor,
        BigDecimal unitFactorReporting,
        boolean prepaid,
        Object ownSettings) {
    /** How a component is billed. */
    public enum Accounting {
        /** By what was used. */
        USAGE,
        /** By the limit that was ordered. */
        LIMIT,
        /** Once, at the order. */
        ONE_TIME,
        /** By a fixed monthly amount. */
        FIXED,
        /** Once at every change of plan. */
        ON_PLAN_SWITCH
    }

    /** Refuses nulls and factors that are not positive. */
    public Component {
        Records.requireText(type, "type");
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(measuredUnit, "measuredUnit");
        Objects.requireNonNull(accounting, "accounting");
        Objects.requireNonNull(ownSettings, "ownSettings");
        if (unitFactor.signum() <= 0 || unitFactorReporting.signum() <= 0) {
            throw new IllegalArgumentException("the unit factors of component " + type + " must be more than 0");
        }
    }

    /**
     * Returns the plugin's own keys of this component.
     *
     * @param <T> the settings class
     * @param settingsType the class that {@link BackendProvider#componentSettingsType()} named
     * @throws ClassCastException when it is another class
     */
    public <T> T settings(Class<T> settingsType) {
        return settingsType.cast(ownSettings);
    }
}
