package dev.siteagent.core.waldur;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.UUID;

/**
 * What one resource used of one component in one billing period.
 *
 * @param uuid the record's UUID
 * @param type the component
 * @param usage the amount, in Waldur's units
 * @param billingPeriod the first day of the month
 * @param resourceUuid the resource
 */
public record ComponentUsage(UUID uuid, String type, BigDecimal usage, LocalDate billingPeriod, UUID resourceUuid) {}
