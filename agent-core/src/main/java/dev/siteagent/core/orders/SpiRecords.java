package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.OrderType;
import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.spi.Order;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceState;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Turns what Waldur tells into what a backend is told. Immutable. */
public final class SpiRecords {
    private final LimitConversion limits;

    /** Records of an offering whose limits are converted so. */
    public SpiRecords(LimitConversion limits) {
        this.limits = Objects.requireNonNull(limits, "limits");
    }

    /**
     * Describes a resource to its backend.
     *
     * @param known the resource as Waldur has it
     * @throws IllegalStateException when Waldur left out what a resource cannot be without
     */
    public Resource resource(WaldurResource known) {
        return resource(known, known.limits());
    }

    /**
     * Describes the resource of an order. Limits and attributes that Waldur has not copied to the resource yet are those
     * of the order.
     */
    Resource resource(WaldurResource known, WaldurOrder order) {
        boolean creating = order.type() == OrderType.CREATE;
        Resource resource = resource(known, creating && known.limits().isEmpty() ? order.limits() : known.limits());
        if (!creating || !resource.attributes().isEmpty()) {
            return resource;
        }
        return withAttributes(resource, order.attributes());
    }

    private Resource resource(WaldurResource known, Map<String, BigDecimal> amounts) {
        return new Resource(
                present(known.uuid(), "uuid", known),
                text(known.name()),
                text(known.slug()),
                filled(known.backendId()),
                filled(known.effectiveId()),
                state(known),
                new Resource.ProjectRef(
                        present(known.projectUuid(), "project_uuid", known),
                        text(known.projectSlug()),
                        text(known.projectName()),
                        Optional.ofNullable(known.customerUuid()),
                        text(known.customerSlug())),
                Optional.ofNullable(known.planUuid()),
                limits.toBackend(amounts),
                known.attributes(),
                known.options(),
                known.backendMetadata(),
                Optional.ofNullable(known.endDate()));
    }

    /** Describes an order to a backend that reviews it. */
    Order order(WaldurOrder order) {
        return new Order(
                order.uuid(),
                Order.Type.valueOf(order.type().name()),
                present(order.marketplaceResourceUuid(), "marketplace_resource_uuid", order),
                text(order.resourceName()),
                new Resource.ProjectRef(
                        present(order.projectUuid(), "project_uuid", order),
                        text(order.projectSlug()),
                        text(order.projectName()),
                        Optional.ofNullable(order.customerUuid()),
                        text(order.customerSlug())),
                text(order.projectDescription()),
                Optional.ofNullable(order.planUuid()),
                LimitConversion.untouched(order.limits()),
                order.attributes(),
                order.created() == null ? Instant.EPOCH : order.created(),
                text(order.createdByUsername()),
                text(order.createdByEmail()),
                text(order.consumerMessage()),
                text(order.providerMessage()));
    }

    private static Resource withAttributes(Resource resource, Map<String, Object> attributes) {
        return new Resource(
                resource.uuid(),
                resource.name(),
                resource.slug(),
                resource.backendId(),
                resource.effectiveId(),
                resource.state(),
                resource.project(),
                resource.plan(),
                resource.limits(),
                attributes,
                resource.options(),
                resource.metadata(),
                resource.endDate());
    }

    private static ResourceState state(WaldurResource known) {
        return ResourceState.valueOf(known.state().name());
    }

    private static Optional<String> filled(String text) {
        return Optional.ofNullable(text).filter(id -> !id.isBlank());
    }

    private static String text(String text) {
        return text == null ? "" : text;
    }

    private static UUID present(UUID uuid, String field, Object of) {
        if (uuid == null) {
            throw new IllegalStateException("Waldur's answer has no " + field + " for " + of);
        }
        return uuid;
    }
}
