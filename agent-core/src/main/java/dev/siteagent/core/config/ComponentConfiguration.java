package dev.siteagent.core.config;

import dev.siteagent.spi.Component;
import dev.siteagent.spi.Setting;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.Optional;

/**
 * One entry of {@code backend_components}: every key that is the host's. A plugin's own keys are in {@link
 * BackendBinding#componentSettings()}. Durations are in months.
 *
 * @param measuredUnit the unit in Waldur; may be empty
 * @param accountingType how it is billed
 * @param label what people see
 * @param unitFactor how many backend units one Waldur unit is, more than 0
 * @param unitFactorReporting the same for usage; empty for the unit factor
 * @param limit a fixed limit
 * @param description what it is
 * @param minValue the least that can be ordered
 * @param maxValue the most that can be ordered
 * @param maxAvailableLimit the most that all resources together can have
 * @param defaultLimit what an order has that asks for nothing
 * @param limitPeriod what the limit holds for
 * @param articleCode its code in accounting
 * @param isBoolean whether it is either on or off
 * @param isPrepaid whether it is paid ahead for a duration, as the file says it; see {@link #prepaid()}
 * @param minPrepaidDuration the shortest duration
 * @param maxPrepaidDuration the longest duration
 * @param prepaidDurationStep the step between durations
 * @param minRenewalDuration the shortest renewal
 * @param maxRenewalDuration the longest renewal
 * @param renewalDurationStep the step between renewals
 */
public record ComponentConfiguration(
        @NotNull @Setting(description = "the unit in Waldur, such as Cores")
        String measuredUnit,

        @NotNull @Setting(description = "usage, limit or one")
        AccountingType accountingType,

        @NotNull @Setting(description = "what people see") String label,

        @Setting(description = "how many backend units one Waldur unit is", defaultValue = "1") @Positive
        BigDecimal unitFactor,

        @Setting(description = "the same for usage", defaultValue = "as unit_factor")
        Optional<@Positive BigDecimal> unitFactorReporting,

        @Setting(description = "a fixed limit of every resource")
        Optional<BigDecimal> limit,

        @Setting(description = "what people read about it") Optional<String> description,

        @Setting(description = "the least that can be ordered")
        Optional<Long> minValue,

        @Setting(description = "the most that can be ordered")
        Optional<Long> maxValue,

        @Setting(description = "the most that all resources together can have")
        Optional<Long> maxAvailableLimit,

        @Setting(description = "what an order has that asks for nothing")
        Optional<Long> defaultLimit,

        @Setting(description = "what the limit holds for") Optional<LimitPeriod> limitPeriod,
        @Setting(description = "its code in accounting") Optional<String> articleCode,
        @Setting(description = "it is either on or off") Optional<Boolean> isBoolean,

        @Setting(description = "it is paid ahead for a duration; always so where accounting_type is one")
        Optional<Boolean> isPrepaid,

        @Setting(description = "the shortest duration, in months")
        Optional<Integer> minPrepaidDuration,

        @Setting(description = "the longest duration, in months")
        Optional<Integer> maxPrepaidDuration,

        @Setting(description = "the step between durations, in months")
        Optional<Integer> prepaidDurationStep,

        @Setting(description = "the shortest renewal, in months")
        Optional<Integer> minRenewalDuration,

        @Setting(description = "the longest renewal, in months")
        Optional<Integer> maxRenewalDuration,

        @Setting(description = "the step between renewals, in months")
        Optional<Integer> renewalDurationStep) {
    /** Refuses nulls where a value is always there; without a unit factor it is 1. */
    public ComponentConfiguration {
        Objects.requireNonNull(measuredUnit, "measuredUnit");
        Objects.requireNonNull(accountingType, "accountingType");
        Objects.requireNonNull(label, "label");
        unitFactor = unitFactor == null ? BigDecimal.ONE : unitFactor;
    }

    /** Returns whether it is paid ahead: when the file says so, and always when it is billed once. */
    public boolean prepaid() {
        return accountingType == AccountingType.ONE || isPrepaid.orElse(false);
    }

    /**
     * Returns the component as plugins see it.
     *
     * @param type its key in {@code backend_components}
     * @param ownSettings the plugin's own keys, from {@link BackendBinding#componentSettings()}
     */
    public Component toSpi(String type, Object ownSettings) {
        return new Component(
                type,
                label,
                measuredUnit,
                accountingType.accounting(),
                unitFactor,
                unitFactorReporting.orElse(unitFactor),
                prepaid(),
                ownSettings);
    }
}
