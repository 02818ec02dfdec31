package dev.siteagent.core.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import dev.siteagent.core.events.stomp.EventBroker;
import dev.siteagent.core.waldur.Uuids;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Has the simulated Waldur use a broker as the real one does: a user and a virtual host for each subscription, a queue for
 * each {@code create_queue}, a message for each state that an order gets into.
 */
final class WaldurEvents implements AutoCloseable {
    private final EventBroker broker;
    private final String token;
    private final Map<String, String> queues = new ConcurrentHashMap<>();
    private final ExecutorService publishing = Executors.newSingleThreadExecutor();
    private final AtomicInteger published = new AtomicInteger();

    WaldurEvents(WaldurSandbox waldur, EventBroker broker) {
        this.broker = broker;
        this.token = waldur.token();
        waldur.tap(this::written);
        waldur.onOrderChange(this::changed);
    }

    private void written(Request request, Response response) {
        if (!request.path().endsWith("/create_queue/")) {
            return;
        }
        JsonNode queue = response.body().json();
        String virtualHost = queue.path("vhost").asText();
        String name = queue.path("queue_name").asText();
        broker.user(virtualHost, queue.path("event_subscription_uuid").asText(), token);
        broker.queue(virtualHost, name);
        queues.put(name, virtualHost);
    }

    private void changed(OrderSnapshot order) {
        publish(order.offering(), order.uuid(), order.state().wire());
    }

    /** Publishes an event of an order to whoever subscribed to those of the offering. */
    void publish(UUID offering, UUID order, String state) {
        publishing.execute(() -> queues.forEach((queue, virtualHost) -> {
            if (queue.endsWith("_offering_" + Uuids.hex(offering) + "_order")) {
                send(
                        virtualHost,
                        queue,
                        "{\"order_uuid\":\"" + Uuids.hex(order) + "\",\"order_state\":\"" + state + "\"}");
            }
        }));
    }

    /** Publishes until the broker takes it, as Waldur's task queue does. */
    private void send(String virtualHost, String queue, String body) {
        while (!publishing.isShutdown()) {
            try {
                broker.publish(virtualHost, queue, body);
                published.incrementAndGet();
                return;
            } catch (UncheckedIOException | IllegalStateException e) {
                Thread.onSpinWait();
            }
        }
    }

    /** Returns how many messages were published. */
    int published() {
        return published.get();
    }

    /** Returns how many messages are at the broker, handed out ones included. */
    int atTheBroker() {
        return queues.entrySet().stream()
                .mapToInt(queue -> broker.messages(queue.getValue(), queue.getKey()))
                .sum();
    }

    /** Returns how many queues there are. */
    int queues() {
        return queues.size();
    }

    @Override
    public void close() {
        publishing.shutdownNow();
    }
}
