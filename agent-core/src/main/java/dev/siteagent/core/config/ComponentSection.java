package dev.siteagent.core.config;

import dev.siteagent.spi.Setting;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import java.math.BigDecimal;
import java.util.Optional;

/** One entry of {@code backend_components} as it is written. */
record ComponentSection(
        @NotNull @Setting(description = "the unit in Waldur, such as Cores")
        String measuredUnit,

        @NotNull @Setting(description = "usage, limit or one")
        AccountingType accountingType,

        @NotNull @Setting(description = "what people see") String label,
        @Positive BigDecimal unitFactor,
        @Positive BigDecimal unitFactorReporting,
        Optional<BigDecimal> limit,
        Optional<String> description,
        Optional<Long> minValue,
        Optional<Long> maxValue,
        Optional<Long> maxAvailableLimit,
        Optional<Long> defaultLimit,
        Optional<LimitPeriod> limitPeriod,
        Optional<String> articleCode,
        Optional<Boolean> isBoolean,
        Optional<Boolean> isPrepaid,
        Optional<Integer> minPrepaidDuration,
        Optional<Integer> maxPrepaidDuration,
        Optional<Integer> prepaidDurationStep,
        Optional<Integer> minRenewalDuration,
        Optional<Integer> maxRenewalDuration,
        Optional<Integer> renewalDurationStep) {
    ComponentSection {
        unitFactor = unitFactor == null ? BigDecimal.ONE : unitFactor;
    }

    /** Returns whether it has all that a component needs; what it lacks is reported as a violated constraint. */
    boolean isComplete() {
        return measuredUnit != null && accountingType != null && label != null;
    }

    ComponentConfiguration toComponent(String type) {
        return new ComponentConfiguration(
                type,
                measuredUnit,
                accountingType,
                label,
                unitFactor,
                Optional.ofNullable(unitFactorReporting),
                limit,
                description,
                minValue,
                maxValue,
                maxAvailableLimit,
                defaultLimit,
                limitPeriod,
                articleCode,
                isBoolean,
                isPrepaid,
                minPrepaidDuration,
                maxPrepaidDuration,
                prepaidDurationStep,
                minRenewalDuration,
                maxRenewalDuration,
                renewalDurationStep);
    }
}
