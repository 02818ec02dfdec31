package dev.siteagent.core.events.stomp;

import dev.siteagent.sandbox.stomp.EventBroker;

/** A broker that tests run against and may put in trouble: a real RabbitMQ or the sandbox's own. */
public interface TestedBroker extends EventBroker, AutoCloseable {

    /** Returns the port with TLS; the certificate is of the broker's own making. */
    int securePort();

    /** Cuts the connections of a user. */
    void cutConnections(String user);

    /** Goes down and comes up again. */
    void restart();

    @Override
    void close();

    /** Returns where it listens. */
    default BrokerAddress address(boolean tls, boolean verify) {
        return new BrokerAddress("127.0.0.1", tls ? securePort() : port(), PATH, tls, verify);
    }
}
