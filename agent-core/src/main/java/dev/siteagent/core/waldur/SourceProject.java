package dev.siteagent.core.waldur;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.util.UUID;

/**
 * A project of a customer with what a mirror of it may show. What Waldur left out is null.
 *
 * @param uuid the project's UUID
 * @param slug its slug
 * @param name its name
 * @param description its description
 * @param startDate its first day
 * @param endDate its last day
 * @param endDateUpdatedAt when the last day was last changed, as Waldur writes it
 * @param kind its kind
 * @param isIndustry whether it is an industry project
 * @param oecdCode its OECD field of science code
 * @param scienceSubDomainCode the code of its science sub-domain
 */
public record SourceProject(
        UUID uuid,
        String slug,
        String name,
        String description,
        LocalDate startDate,
        LocalDate endDate,
        String endDateUpdatedAt,
        String kind,
        boolean isIndustry,
        @JsonProperty("oecd_fos_2007_code") String oecdCode,
        String scienceSubDomainCode) {}
