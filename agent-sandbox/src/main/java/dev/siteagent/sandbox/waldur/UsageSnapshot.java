package dev.siteagent.sandbox.waldur;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Map;
import java.util.UUID;

/**
 * What a resource used of a component in a billing period.
 *
 * @param uuid the record's UUID
 * @param resource the resource
 * @param component the component
 * @param billingPeriod the first day of the month
 * @param amount the amount
 * @param byUser username → the user's part, not null
 * @param writes how often it was reported
 */
public record UsageSnapshot(
        UUID uuid,
        UUID resource,
        String component,
        LocalDate billingPeriod,
        BigDecimal amount,
        Map<String, BigDecimal> byUser,
        int writes) {}
