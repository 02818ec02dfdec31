package dev.siteagent.core.events.stomp;

import java.nio.charset.StandardCharsets;

/** A broker that the event tests run against: a real RabbitMQ or the sandbox's own. */
public interface EventBroker extends AutoCloseable {

    /** Returns where it listens; with TLS its certificate is its own. */
    BrokerAddress address(boolean tls, boolean verify);

    /** Makes a virtual host and a user in it, as Waldur does for a subscription. */
    void user(String virtualHost, String user, String passcode);

    /** Makes a queue, as Waldur does. */
    void queue(String virtualHost, String queue);

    /** Publishes a persistent message. */
    void publish(String virtualHost, String queue, byte[] body);

    /** Publishes a persistent message of text. */
    default void publish(String virtualHost, String queue, String body) {
        publish(virtualHost, queue, body.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns how many messages it has, handed out ones included; may be a second old. */
    int messages(String virtualHost, String queue);

    /** Cuts the connections of a virtual host. */
    void cutConnections(String virtualHost);

    /** Goes down and comes up again. */
    void restart();

    @Override
    void close();
}
