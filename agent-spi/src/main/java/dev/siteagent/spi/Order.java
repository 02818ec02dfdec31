package dev.siteagent.spi;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * An order as the customer placed it.
 *
 * @param uuid its UUID
 * @param type what is ordered
 * @param resourceUuid the resource it is about
 * @param resourceName that resource's name
 * @param project the project that orders
 * @param projectDescription the project's description; may be empty
 * @param plan the plan's UUID; empty without one
 * @param limits component type to limit, always in Waldur's units
 * @param attributes what the customer filled in, JSON values; values may be null
 * @param created when it was placed
 * @param createdByUsername who placed it; may be empty
 * @param createdByEmail that person's e-mail address; may be empty
 * @param consumerMessage what the customer wrote for the provider; may be empty
 * @param providerMessage what the provider wrote for the customer; may be empty
 * @since 1.0.0
 */
public record Order(
        UUID uuid,
        Type type,
        UUID resourceUuid,
        String resourceName,
        Resource.ProjectRef project,
        String projectDescription,
        Optional<UUID> plan,
        Map<String, Long> limits,
        Map<String, Object> attributes,
        Instant created,
        String createdByUsername,
        String createdByEmail,
        String consumerMessage,
        String providerMessage) {
    /** What is ordered. */
    public enum Type {
        /** A new resource. */
        CREATE,
        /** Other limits or another plan. */
        UPDATE,
        /** The end of a resource. */
        TERMINATE,
        /** A terminated resource, again. */
        RESTORE
    }

    /** Copies the maps and refuses nulls. */
    public Order {
        Objects.requireNonNull(uuid, "uuid");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(resourceUuid, "resourceUuid");
        Objects.requireNonNull(resourceName, "resourceName");
        Objects.requireNonNull(project, "project");
        Objects.requireNonNull(projectDescription, "projectDescription");
        Objects.requireNonNull(plan, "plan");
        limits = Records.copy(limits, "limits");
        attributes = Records.json(attributes, "attributes");
        Objects.requireNonNull(created, "created");
        Objects.requireNonNull(createdByUsername, "createdByUsername");
        Objects.requireNonNull(createdByEmail, "createdByEmail");
        Objects.requireNonNull(consumerMessage, "consumerMessage");
        Objects.requireNonNull(providerMessage, "providerMessage");
    }

    /** Returns what identifies the order; the rest is the customer's data. */
    @Override
    public String toString() {
        return "Order[" + uuid + " " + type + " of resource " + resourceUuid + "]";
    }
}
