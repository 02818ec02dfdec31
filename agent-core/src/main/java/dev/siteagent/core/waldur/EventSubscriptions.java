package dev.siteagent.core.waldur;

import java.util.Map;
import java.util.UUID;

/** The subscriptions to events and their queues: {@code /api/event-subscriptions/}. Thread-safe. */
public final class EventSubscriptions {
    private static final String PATH = "/api/event-subscriptions/";

    private final WaldurHttp http;

    EventSubscriptions(WaldurHttp http) {
        this.http = http;
    }

    /**
     * A subscription to events.
     *
     * @param uuid its UUID, the login at the broker
     * @param userUuid the user it belongs to, the broker's virtual host
     */
    public record Subscription(UUID uuid, UUID userUuid) {}

    /**
     * A queue of a subscription.
     *
     * @param uuid its UUID
     * @param queueName its name at the broker, or null
     * @param vhost the broker's virtual host, or null
     */
    public record Queue(UUID uuid, String queueName, String vhost) {}

    /**
     * Makes the queue of a subscription for an offering, or finds the one that is there.
     *
     * @param subscription the subscription
     * @param offering the offering
     * @param objectType the type of events, such as {@code order}
     */
    public Queue createQueue(UUID subscription, UUID offering, String objectType) throws InterruptedException {
        return http.one(
                WaldurCall.act(
                        "event_subscriptions.create_queue",
                        "create the queue for " + objectType + " events of offering " + Uuids.hex(offering),
                        PATH + Uuids.hex(subscription) + "/create_queue/",
                        Map.of("offering_uuid", offering, "object_type", objectType)),
                Queue.class);
    }

    /** Deletes a subscription; one that is gone already is as good. */
    public void delete(UUID subscription) throws InterruptedException {
        try {
            http.done(WaldurCall.delete(
                    "event_subscriptions.delete",
                    "delete event subscription " + Uuids.hex(subscription),
                    PATH + Uuids.hex(subscription) + "/"));
        } catch (WaldurRejectedException e) {
            if (!e.notFound()) {
                throw e;
            }
        }
    }
}
