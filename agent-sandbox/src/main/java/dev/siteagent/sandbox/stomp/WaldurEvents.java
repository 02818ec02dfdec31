package dev.siteagent.sandbox.stomp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the simulated Waldur use a broker as the real one does: a user and a virtual host for each subscription, a queue for
 * each {@code create_queue}, a message for each state that an order gets into.
 */
public final class WaldurEvents implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WaldurEvents.class);

    private final EventBroker broker;
    private final String token;
    private final Map<String, String> queues = new ConcurrentHashMap<>();
    private final Map<String, String> users = new ConcurrentHashMap<>();
    private final Map<UUID, Instant> firsts = new ConcurrentHashMap<>();
    private final ExecutorService publishing = new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new ThreadPoolExecutor.DiscardPolicy());
    private final AtomicInteger published = new AtomicInteger();

    /** Connects a Waldur to a broker; takes the tap of the Waldur. */
    public WaldurEvents(WaldurSandbox waldur, EventBroker broker) {
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
        String user = queue.path("event_subscription_uuid").asText();
        broker.user(virtualHost, user, token);
        users.put(user, virtualHost);
        broker.queue(virtualHost, name);
        queues.put(name, virtualHost);
    }

    private void changed(OrderSnapshot order) {
        publish(order.offering(), order.uuid(), order.state().wire());
    }

    /** Returns when the first event of an order was given to the broker; empty when none was. */
    public Optional<Instant> firstPublished(UUID order) {
        return Optional.ofNullable(firsts.get(order));
    }

    /** Publishes an event of an order to whoever subscribed to those of the offering. */
    public void publish(UUID offering, UUID order, String state) {
        publishing.execute(() -> queues.forEach((queue, virtualHost) -> {
            if (isOf(queue, offering, "order")) {
                firsts.putIfAbsent(order, Instant.now());
                send(virtualHost, queue, "{\"order_uuid\":\"" + hex(order) + "\",\"order_state\":\"" + state + "\"}");
            }
        }));
    }

    /**
     * Publishes an event of any type to whoever subscribed to it.
     *
     * @param type the type as Waldur writes it
     * @param body the event; UUIDs are written as 32 hex digits
     */
    public void publish(UUID offering, String type, Map<String, ?> body) {
        ObjectNode json = Json.object();
        body.forEach(
                (name, value) -> json.set(name, value instanceof UUID uuid ? Json.tree(hex(uuid)) : Json.tree(value)));
        publishing.execute(() -> queues.forEach((queue, virtualHost) -> {
            if (isOf(queue, offering, type)) {
                send(virtualHost, queue, json.toString());
            }
        }));
    }

    private static boolean isOf(String queue, UUID offering, String type) {
        return queue.endsWith("_offering_" + hex(offering) + "_" + type);
    }

    private static String hex(UUID uuid) {
        return uuid.toString().replace("-", "");
    }

    /** Publishes until the broker takes it, as Waldur's task queue does. */
    private void send(String virtualHost, String queue, String body) {
        while (!publishing.isShutdown()) {
            try {
                broker.publish(virtualHost, queue, body);
                published.incrementAndGet();
                return;
            } catch (UncheckedIOException | IllegalStateException e) {
                LOG.debug("The broker does not take an event: {}", e.toString());
                pause();
            }
        }
    }

    /** Ends at once when there is nothing more to publish. */
    private void pause() {
        try {
            publishing.awaitTermination(50, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns how many messages were published. */
    public int published() {
        return published.get();
    }

    /** Returns how many messages are at the broker, handed out ones included. */
    public int atTheBroker() {
        return queues.entrySet().stream()
                .mapToInt(queue -> broker.messages(queue.getValue(), queue.getKey()))
                .sum();
    }

    /**
     * Changes the passcodes at the broker, so that it refuses agents until they ask for their queues again. Connections
     * that are there go on.
     */
    public void lockOut() {
        users.forEach((user, virtualHost) ->
                broker.user(virtualHost, user, UUID.randomUUID().toString()));
    }

    /** Removes from the broker what was made there for this Waldur. */
    public void cleanUp() {
        Set.copyOf(users.values()).forEach(broker::drop);
    }

    /** Returns the users that were made. */
    public Set<String> users() {
        return Set.copyOf(users.keySet());
    }

    /** Returns how many queues there are. */
    public int queues() {
        return queues.size();
    }

    /** Publishes nothing from now on; the Waldur goes on without events. */
    @Override
    public void close() {
        publishing.shutdownNow();
    }
}
