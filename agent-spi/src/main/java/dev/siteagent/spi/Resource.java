package dev.siteagent.spi;

import java.time.LocalDate;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * A resource as Waldur knows it: what a customer ordered.
 *
 * @param uuid its UUID, the identity that every backend call is idempotent by
 * @param name the name the customer gave, any text
 * @param slug short ASCII name, unique in the installation; may be empty
 * @param backendId its id on the backend; empty before a create was recorded
 * @param effectiveId the id shown to users where it differs; empty for none
 * @param state its state in Waldur
 * @param project the project it belongs to
 * @param plan the UUID of its plan; empty without one
 * @param limits component type to limit, in the units of {@link BackendTraits#limitUnits()}, 0 or more
 * @param attributes what the order asked for, JSON values; values may be null
 * @param options what was changed later, JSON values, in the same keys; values may be null
 * @param metadata the backend metadata that Waldur has, as this backend reported it last; JSON values
 * @param endDate the day the resource ends; empty for never
 * @since 1.0.0
 */
public record Resource(
        UUID uuid,
        String name,
        String slug,
        Optional<String> backendId,
        Optional<String> effectiveId,
        ResourceState state,
        ProjectRef project,
        Optional<UUID> plan,
        Map<String, Long> limits,
        Map<String, Object> attributes,
        Map<String, Object> options,
        Map<String, Object> metadata,
        Optional<LocalDate> endDate) {
    /**
     * The project and customer of a resource.
     *
     * @param uuid the project's UUID
     * @param slug the project's slug; may be empty
     * @param name the project's name
     * @param customerUuid the customer's UUID; empty when Waldur did not say
     * @param customerSlug the customer's slug; may be empty
     */
    public record ProjectRef(UUID uuid, String slug, String name, Optional<UUID> customerUuid, String customerSlug) {
        /** Refuses nulls. */
        public ProjectRef {
            Objects.requireNonNull(uuid, "uuid");
            Objects.requireNonNull(slug, "slug");
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(customerUuid, "customerUuid");
            Objects.requireNonNull(customerSlug, "customerSlug");
        }
    }

    /** Copies the maps and refuses nulls and a blank backend id. */
    public Resource {
        Objects.requireNonNull(uuid, "uuid");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(slug, "slug");
        Objects.requireNonNull(backendId, "backendId").ifPresent(id -> Records.requireText(id, "backendId"));
        Objects.requireNonNull(effectiveId, "effectiveId");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(project, "project");
        Objects.requireNonNull(plan, "plan");
        limits = Records.copy(limits, "limits");
        attributes = Records.json(attributes, "attributes");
        options = Records.json(options, "options");
        metadata = Records.json(metadata, "metadata");
        Objects.requireNonNull(endDate, "endDate");
    }

    /** Returns this resource with its backend id. */
    public Resource withBackendId(String id) {
        return new Resource(
                uuid,
                name,
                slug,
                Optional.of(id),
                effectiveId,
                state,
                project,
                plan,
                limits,
                attributes,
                options,
                metadata,
                endDate);
    }

    /** Returns this resource with other limits. */
    public Resource withLimits(Map<String, Long> newLimits) {
        return new Resource(
                uuid,
                name,
                slug,
                backendId,
                effectiveId,
                state,
                project,
                plan,
                newLimits,
                attributes,
                options,
                metadata,
                endDate);
    }

    /** Returns what identifies the resource; attributes can hold user data with secrets, so they are not shown. */
    @Override
    public String toString() {
        return "Resource[" + uuid + " " + name
                + backendId.map(id -> " backend id " + id).orElse("") + "]";
    }
}
