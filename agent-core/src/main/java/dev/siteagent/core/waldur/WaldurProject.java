package dev.siteagent.core.waldur;

import java.time.LocalDate;
import java.util.UUID;

/**
 * A project of a customer. What Waldur left out is null.
 *
 * @param uuid the project's UUID
 * @param name its name
 * @param slug its slug
 * @param description its description
 * @param customerUuid the customer
 * @param customerName the customer's name
 * @param customerSlug the customer's slug
 * @param backendId its id on the backend
 * @param startDate its first day
 * @param endDate its last day
 * @param effectiveEndDate its last day with the grace period
 * @param isRemoved whether it is gone
 */
public record WaldurProject(
        UUID uuid,
        String name,
        String slug,
        String description,
        UUID customerUuid,
        String customerName,
        String customerSlug,
        String backendId,
        LocalDate startDate,
        LocalDate endDate,
        LocalDate effectiveEndDate,
        boolean isRemoved) {}
