package dev.siteagent.core.components;

import dev.siteagent.core.config.ComponentConfiguration;
import dev.siteagent.core.waldur.BillingType;
import dev.siteagent.core.waldur.LimitPeriod;
import dev.siteagent.core.waldur.OfferingComponent;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.UUID;

/** Describes a component of the file to Waldur. What the file does not say is as Waldur has it. */
final class WantedComponent {
    private WantedComponent() {}

    /**
     * Describes a component that Waldur lacks.
     *
     * @param type its key in {@code backend_components}
     * @param file the component
     */
    static OfferingComponent of(String type, ComponentConfiguration file) {
        return new OfferingComponent(
                null,
                type,
                file.label(),
                file.description().orElse(null),
                billing(file),
                file.measuredUnit(),
                wholeFactor(file).orElse(null),
                period(file).orElse(null),
                file.limit().map(WantedComponent::plain).orElse(null),
                file.articleCode().orElse(null),
                amount(file.minValue()),
                amount(file.maxValue()),
                amount(file.maxAvailableLimit()),
                file.isBoolean().orElse(null),
                amount(file.defaultLimit()),
                prepaid(file).orElse(null),
                null,
                file.minPrepaidDuration().orElse(null),
                file.maxPrepaidDuration().orElse(null),
                file.prepaidDurationStep().orElse(null),
                file.minRenewalDuration().orElse(null),
                file.maxRenewalDuration().orElse(null),
                file.renewalDurationStep().orElse(null));
    }

    /**
     * Describes a component that Waldur has: what the file says over what Waldur has, the limit's period included.
     *
     * @param file the component as the file alone has it
     * @param now the component as Waldur has it
     */
    static OfferingComponent over(OfferingComponent file, OfferingComponent now) {
        UUID uuid = now.uuid();
        return new OfferingComponent(
                uuid,
                file.type(),
                file.name(),
                either(file.description(), now.description()),
                file.billingType(),
                file.measuredUnit(),
                either(file.unitFactor(), now.unitFactor()),
                either(file.limitPeriod(), known(now.limitPeriod())),
                either(file.limitAmount(), now.limitAmount()),
                either(file.articleCode(), now.articleCode()),
                either(file.minValue(), now.minValue()),
                either(file.maxValue(), now.maxValue()),
                either(file.maxAvailableLimit(), now.maxAvailableLimit()),
                either(file.isBoolean(), now.isBoolean()),
                either(file.defaultLimit(), now.defaultLimit()),
                either(file.isPrepaid(), now.isPrepaid()),
                now.overageComponent(),
                either(file.minPrepaidDuration(), now.minPrepaidDuration()),
                either(file.maxPrepaidDuration(), now.maxPrepaidDuration()),
                either(file.prepaidDurationStep(), now.prepaidDurationStep()),
                either(file.minRenewalDuration(), now.minRenewalDuration()),
                either(file.maxRenewalDuration(), now.maxRenewalDuration()),
                either(file.renewalDurationStep(), now.renewalDurationStep()));
    }

    /** A period that this agent does not know cannot be written, and stays as it is when it is not. */
    private static LimitPeriod known(LimitPeriod period) {
        return period == LimitPeriod.UNKNOWN ? null : period;
    }

    private static <T> T either(T file, T now) {
        return file == null ? now : file;
    }

    private static BillingType billing(ComponentConfiguration file) {
        return switch (file.accountingType()) {
            case USAGE -> BillingType.USAGE;
            case LIMIT -> BillingType.LIMIT;
            case ONE -> BillingType.ONE;
        };
    }

    private static Optional<LimitPeriod> period(ComponentConfiguration file) {
        return file.limitPeriod().map(period -> LimitPeriod.valueOf(period.name()));
    }

    /** What is billed once is paid ahead; of another one only the file can say it. */
    private static Optional<Boolean> prepaid(ComponentConfiguration file) {
        return file.prepaid() ? Optional.of(true) : file.isPrepaid();
    }

    /** Waldur counts whole backend units; a factor with a fraction is the agent's alone. */
    static Optional<BigDecimal> wholeFactor(ComponentConfiguration file) {
        BigDecimal factor = plain(file.unitFactor());
        return factor.scale() <= 0 ? Optional.of(factor) : Optional.empty();
    }

    private static BigDecimal amount(Optional<Long> value) {
        return value.map(BigDecimal::valueOf).orElse(null);
    }

    private static BigDecimal plain(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
