package dev.siteagent.spi;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A resource as the backend sees it now.
 *
 * @param backendId its id
 * @param ready whether it is in service: a machine that booted; a create order ends when it is
 * @param power whether it runs, where that can be told
 * @param limits component type to limit in the units of {@link BackendTraits#limitUnits()}; empty when the backend has
 *     none, and components left out are left as they are in Waldur
 * @param metadata what Waldur shows: addresses, state, size; JSON values without secrets, values may be null; empty when
 *     the backend has none
 * @param endpoints where users reach it
 * @param parentId the id of what it belongs to on the backend, such as a project's account; empty for none
 * @param effectiveId the id shown to users where it differs; empty for none
 * @since 1.0.0
 */
public record BackendResource(
        String backendId,
        boolean ready,
        Power power,
        Map<String, Long> limits,
        Map<String, Object> metadata,
        List<Endpoint> endpoints,
        Optional<String> parentId,
        Optional<String> effectiveId) {
    /** Whether a resource runs. */
    public enum Power {
        /** It runs. */
        ON,
        /** It is switched off or paused. */
        OFF,
        /** The backend has no such thing, or the state is in between. */
        UNKNOWN
    }

    /**
     * A way to reach a resource.
     *
     * @param name what people see
     * @param url where it is
     */
    public record Endpoint(String name, URI url) {
        /** Refuses a blank name. */
        public Endpoint {
            Records.requireText(name, "name");
            Objects.requireNonNull(url, "url");
        }
    }

    /** Copies the collections and refuses nulls. */
    public BackendResource {
        Records.requireText(backendId, "backendId");
        Objects.requireNonNull(power, "power");
        limits = Records.copy(limits, "limits");
        metadata = Records.json(metadata, "metadata");
        endpoints = Records.copy(endpoints, "endpoints");
        Objects.requireNonNull(parentId, "parentId");
        Objects.requireNonNull(effectiveId, "effectiveId");
    }

    /**
     * Returns a resource in service of which nothing but the id is known.
     *
     * @param backendId its id
     */
    public static BackendResource ready(String backendId) {
        return new BackendResource(
                backendId, true, Power.UNKNOWN, Map.of(), Map.of(), List.of(), Optional.empty(), Optional.empty());
    }

    /** Returns this resource, in service or not yet. */
    public BackendResource withReady(boolean value) {
        return new BackendResource(backendId, value, power, limits, metadata, endpoints, parentId, effectiveId);
    }

    /** Returns this resource with a power state. */
    public BackendResource withPower(Power value) {
        return new BackendResource(backendId, ready, value, limits, metadata, endpoints, parentId, effectiveId);
    }

    /** Returns this resource with limits. */
    public BackendResource withLimits(Map<String, Long> value) {
        return new BackendResource(backendId, ready, power, value, metadata, endpoints, parentId, effectiveId);
    }

    /** Returns this resource with metadata. */
    public BackendResource withMetadata(Map<String, Object> value) {
        return new BackendResource(backendId, ready, power, limits, value, endpoints, parentId, effectiveId);
    }

    /** Returns this resource with endpoints. */
    public BackendResource withEndpoints(List<Endpoint> value) {
        return new BackendResource(backendId, ready, power, limits, metadata, value, parentId, effectiveId);
    }
}
