package dev.siteagent.core.waldur;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The agents that serve an offering, their services and processors:
 * {@code /api/marketplace-site-agent-identities/}, {@code …-services/}. Thread-safe.
 */
public final class AgentIdentities {
    private static final String PATH = "/api/marketplace-site-agent-identities/";
    private static final String SERVICES = "/api/marketplace-site-agent-services/";

    private final WaldurHttp http;

    AgentIdentities(WaldurHttp http) {
        this.http = http;
    }

    /** Finds an identity by its name. */
    public Optional<AgentIdentity> find(String name) throws InterruptedException {
        return http
                .all(
                        WaldurCall.get(
                                "identities.list", "find agent identity " + name, PATH, Query.NONE.and("name", name)),
                        AgentIdentity.class)
                .stream()
                .filter(identity -> name.equals(identity.name()))
                .findFirst();
    }

    /** Makes an identity. Not repeated when the answer is lost: look for it by its name first. */
    public AgentIdentity create(AgentIdentity.Description description) throws InterruptedException {
        return http.one(
                WaldurCall.create(
                        "identities.create", "register agent identity " + description.name(), PATH, description),
                AgentIdentity.class);
    }

    /** Replaces what Waldur knows of an identity. */
    public AgentIdentity update(UUID identity, AgentIdentity.Description description) throws InterruptedException {
        return http.one(
                WaldurCall.put(
                        "identities.update",
                        "update agent identity " + description.name(),
                        PATH + Uuids.hex(identity) + "/",
                        description),
                AgentIdentity.class);
    }

    /**
     * Makes a service of an identity, or finds the one that has the name.
     *
     * @param identity the identity
     * @param name the service's name
     * @param mode the mode it stands for, such as {@code order_process}
     * @return the service's UUID
     */
    public UUID registerService(UUID identity, String name, String mode) throws InterruptedException {
        return http.one(
                        WaldurCall.act(
                                "identities.register_service",
                                "register service " + name + " of agent identity " + Uuids.hex(identity),
                                PATH + Uuids.hex(identity) + "/register_service/",
                                Map.of("name", name, "mode", mode)),
                        Registered.class)
                .uuid();
    }

    /**
     * Makes a processor of a service, or finds the one that has the name.
     *
     * @param service the service
     * @param name the processor's name
     * @param backendType the backend's name or class
     * @param backendVersion the backend's version
     * @return the processor's UUID
     */
    public UUID registerProcessor(UUID service, String name, String backendType, String backendVersion)
            throws InterruptedException {
        return http.one(
                        WaldurCall.act(
                                "services.register_processor",
                                "register processor " + name + " of agent service " + Uuids.hex(service),
                                SERVICES + Uuids.hex(service) + "/register_processor/",
                                Map.of("name", name, "backend_type", backendType, "backend_version", backendVersion)),
                        Registered.class)
                .uuid();
    }

    /** Replaces the statistics of a service. */
    public void setStatistics(UUID service, Map<String, ?> statistics) throws InterruptedException {
        http.done(WaldurCall.act(
                "services.set_statistics",
                "report the statistics of agent service " + Uuids.hex(service),
                SERVICES + Uuids.hex(service) + "/set_statistics/",
                Map.of("statistics", statistics)));
    }

    /**
     * Subscribes an identity to a type of events, or finds the subscription that is there.
     *
     * @param identity the identity
     * @param objectType the type, such as {@code order}
     * @param description what a person reads of it
     */
    public EventSubscriptions.Subscription registerEventSubscription(
            UUID identity, String objectType, String description) throws InterruptedException {
        return http.one(
                WaldurCall.act(
                        "identities.register_event_subscription",
                        "subscribe agent identity " + Uuids.hex(identity) + " to events of type " + objectType,
                        PATH + Uuids.hex(identity) + "/register_event_subscription/",
                        Map.of("observable_object_type", objectType, "description", description)),
                EventSubscriptions.Subscription.class);
    }

    private record Registered(UUID uuid) {}
}
