package dev.siteagent.core.events.stomp;

import dev.siteagent.sandbox.stomp.RabbitMq;
import java.util.Optional;

/** A real RabbitMQ, where one is given. */
public final class RabbitMqBroker implements TestedBroker {
    private final RabbitMq rabbit;

    private RabbitMqBroker(RabbitMq rabbit) {
        this.rabbit = rabbit;
    }

    /** Returns the broker that the environment names. */
    public static Optional<RabbitMqBroker> given() {
        return RabbitMq.given().map(RabbitMqBroker::new);
    }

    @Override
    public int port() {
        return rabbit.port();
    }

    @Override
    public int securePort() {
        return rabbit.securePort();
    }

    @Override
    public void user(String virtualHost, String user, String passcode) {
        rabbit.user(virtualHost, user, passcode);
    }

    @Override
    public void drop(String virtualHost) {
        rabbit.drop(virtualHost);
    }

    @Override
    public void queue(String virtualHost, String queue) {
        rabbit.queue(virtualHost, queue);
    }

    @Override
    public void publish(String virtualHost, String queue, byte[] body) {
        rabbit.publish(virtualHost, queue, body);
    }

    @Override
    public int messages(String virtualHost, String queue) {
        return rabbit.messages(virtualHost, queue);
    }

    @Override
    public void cutConnections(String user) {
        rabbit.cutConnections(user);
    }

    @Override
    public void restart() {
        rabbit.restart();
    }

    @Override
    public void close() {
        // The script that started it stops it.
    }
}
