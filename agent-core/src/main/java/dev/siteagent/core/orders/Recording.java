package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.Endpoint;
import dev.siteagent.core.waldur.ProviderResources;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.spi.BackendResource;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Writes to Waldur what the backend tells of a resource, and only what differs from what Waldur has. Thread-safe.
 */
public final class Recording {
    private static final Logger log = LoggerFactory.getLogger(Recording.class);

    private final ProviderResources resources;
    private final LimitConversion conversion;

    /**
     * Writes to the resources of one offering.
     *
     * @param resources where resources are
     * @param conversion how the offering's limits are converted
     */
    public Recording(ProviderResources resources, LimitConversion conversion) {
        this.resources = resources;
        this.conversion = conversion;
    }

    /**
     * Records the backend id.
     *
     * @param resource the resource's UUID
     * @param recorded the id that Waldur has
     * @param backendId the id that it shall have
     */
    void backendId(UUID resource, Optional<String> recorded, String backendId) throws InterruptedException {
        MDC.put(OrderProcessor.MDC_BACKEND_ID, backendId);
        if (!recorded.equals(Optional.of(backendId))) {
            resources.setBackendId(resource, backendId);
            log.info("Recorded the backend id {}.", backendId);
        }
    }

    /** Records limits, metadata and endpoints of a resource that was made. */
    void made(WaldurResource known, BackendResource seen) throws InterruptedException {
        limits(known, seen);
        metadata(known, seen);
        endpoints(known, seen);
    }

    /** Records metadata and endpoints of a resource that was changed; its limits are set by Waldur with the order. */
    void changed(WaldurResource known, BackendResource seen) throws InterruptedException {
        metadata(known, seen);
        endpoints(known, seen);
    }

    /**
     * Records the limits where they differ; those that the backend does not tell stay.
     *
     * @return whether anything was written
     */
    public boolean limits(WaldurResource known, BackendResource seen) throws InterruptedException {
        Map<String, BigDecimal> merged = new LinkedHashMap<>(known.limits());
        conversion.toWaldur(seen.limits()).forEach((type, amount) -> {
            BigDecimal before = merged.get(type);
            BigDecimal now = BigDecimal.valueOf(amount);
            if (before == null || before.compareTo(now) != 0) {
                merged.put(type, now);
            }
        });
        if (merged.equals(known.limits())) {
            return false;
        }
        resources.setLimits(known.uuid(), merged);
        return true;
    }

    private void metadata(WaldurResource known, BackendResource seen) throws InterruptedException {
        metadata(known, seen.metadata());
    }

    /**
     * Records metadata where they differ by value; a refusal is logged.
     *
     * @param shown what Waldur is to show; empty leaves everything as it is
     * @return whether anything was sent
     */
    public boolean metadata(WaldurResource known, Map<String, Object> shown) throws InterruptedException {
        if (shown.isEmpty() || JsonValues.same(shown, known.backendMetadata())) {
            return false;
        }
        shown("metadata", () -> resources.setBackendMetadata(known.uuid(), shown));
        return true;
    }

    private void endpoints(WaldurResource known, BackendResource seen) throws InterruptedException {
        List<Endpoint> endpoints = seen.endpoints().stream()
                .map(endpoint -> new Endpoint(endpoint.name(), endpoint.url().toString()))
                .toList();
        if (!endpoints.isEmpty() && !endpoints.equals(known.endpoints())) {
            shown("endpoints", () -> resources.setEndpoints(known.uuid(), endpoints));
        }
    }

    /** Writes what people look at and nothing depends on, so that a refusal is no reason to fail an order. */
    private static void shown(String what, Write write) throws InterruptedException {
        try {
            write.send();
        } catch (WaldurRejectedException e) {
            if (OrderProcessor.agentRefused(e)) {
                throw e;
            }
            log.warn("Waldur refused the {}: {}", what, e.getMessage());
        }
    }

    @FunctionalInterface
    private interface Write {
        void send() throws InterruptedException;
    }
}
