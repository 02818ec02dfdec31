package dev.siteagent.sandbox.stomp;

import java.nio.charset.StandardCharsets;

/** A broker of events as Waldur uses it: it makes virtual hosts, users and queues, and publishes. Thread-safe. */
public interface EventBroker {

    /** The path of the WebSocket as Waldur configures it. */
    String PATH = "/rmqws-stomp";

    /** The path of the WebSocket at RabbitMQ itself, to which Waldur's proxy leads. */
    String OWN_PATH = "/ws";

    /** Returns the port of 127.0.0.1 at which it takes WebSocket connections without TLS. */
    int port();

    /** Makes a virtual host and a user in it, as Waldur does for a subscription; sets the passcode of one that is there. */
    void user(String virtualHost, String user, String passcode);

    /** Removes a virtual host with all that is in it; a broker that comes up again after many of them takes long. */
    void drop(String virtualHost);

    /** Makes a queue, as Waldur does, unless it is there. */
    void queue(String virtualHost, String queue);

    /**
     * Publishes a persistent message to a queue that exists.
     *
     * @throws java.io.UncheckedIOException when the broker cannot be reached
     * @throws IllegalStateException when it refuses
     */
    void publish(String virtualHost, String queue, byte[] body);

    /** Publishes a persistent message of text. */
    default void publish(String virtualHost, String queue, String body) {
        publish(virtualHost, queue, body.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns how many messages a queue has, handed out ones included; may be a second old. */
    int messages(String virtualHost, String queue);
}
