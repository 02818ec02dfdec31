package dev.siteagent.core.waldur;

import java.math.BigDecimal;
import java.util.UUID;

/**
 * A component of an offering: what is counted and charged. What is not set is null; in a request null is not sent.
 *
 * @param uuid the component's UUID, null for one yet to be made
 * @param type its key, such as {@code cpu}
 * @param name its label
 * @param description its description
 * @param billingType how it is charged
 * @param measuredUnit its unit, such as {@code GB}
 * @param unitFactor how many of the backend's units are one of Waldur's
 * @param limitPeriod the period its limit is for
 * @param limitAmount the most that may be used
 * @param articleCode the code of the bookkeeping
 * @param minValue the least that can be ordered
 * @param maxValue the most that can be ordered
 * @param maxAvailableLimit the most that all resources together may have
 * @param isBoolean whether it is ordered or not, without an amount
 * @param defaultLimit the amount that an order form proposes
 * @param isPrepaid whether it is paid for a time in advance
 * @param overageComponent the component that counts what goes beyond
 * @param minPrepaidDuration the shortest prepaid time, in months
 * @param maxPrepaidDuration the longest prepaid time, in months
 * @param prepaidDurationStep the step of the prepaid time, in months
 * @param minRenewalDuration the shortest renewal, in months
 * @param maxRenewalDuration the longest renewal, in months
 * @param renewalDurationStep the step of a renewal, in months
 */
public record OfferingComponent(
        UUID uuid,
        String type,
        String name,
        String description,
        BillingType billingType,
        String measuredUnit,
        BigDecimal unitFactor,
        LimitPeriod limitPeriod,
        BigDecimal limitAmount,
        String articleCode,
        BigDecimal minValue,
        BigDecimal maxValue,
        BigDecimal maxAvailableLimit,
        Boolean isBoolean,
        BigDecimal defaultLimit,
        Boolean isPrepaid,
        UUID overageComponent,
        Integer minPrepaidDuration,
        Integer maxPrepaidDuration,
        Integer prepaidDurationStep,
        Integer minRenewalDuration,
        Integer maxRenewalDuration,
        Integer renewalDurationStep) {}
