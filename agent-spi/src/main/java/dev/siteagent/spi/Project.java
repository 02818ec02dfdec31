package dev.siteagent.spi;

import java.time.LocalDate;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * A project with everything that a mirror of it may show.
 *
 * @param uuid its UUID
 * @param slug its slug; may be empty
 * @param name its name
 * @param description its description; may be empty
 * @param startDate the day it starts; empty for at once
 * @param endDate the day it ends; empty for never
 * @param kind its kind in Waldur's words; may be empty
 * @param industry whether it is an industry project
 * @param oecdCode its OECD field of science code; may be empty
 * @param metadata further metadata of the project, JSON values
 * @since 1.0.0
 */
public record Project(
        UUID uuid,
        String slug,
        String name,
        String description,
        Optional<LocalDate> startDate,
        Optional<LocalDate> endDate,
        String kind,
        boolean industry,
        String oecdCode,
        Map<String, Object> metadata) {
    /** Copies the map and refuses nulls. */
    public Project {
        Objects.requireNonNull(uuid, "uuid");
        Objects.requireNonNull(slug, "slug");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(startDate, "startDate");
        Objects.requireNonNull(endDate, "endDate");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(oecdCode, "oecdCode");
        metadata = Records.json(metadata, "metadata");
    }
}
