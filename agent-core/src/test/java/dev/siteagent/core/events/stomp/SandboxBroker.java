package dev.siteagent.core.events.stomp;

import dev.siteagent.sandbox.stomp.StompBroker;
import java.time.Duration;
import javax.net.ServerSocketFactory;

/** The sandbox's broker, with and without TLS. */
public final class SandboxBroker implements TestedBroker {
    private final StompBroker plain;
    private final StompBroker secure;

    /** Starts both. */
    public SandboxBroker() {
        this(Duration.ofSeconds(10));
    }

    SandboxBroker(Duration heartBeat) {
        plain = StompBroker.open(ServerSocketFactory.getDefault(), heartBeat);
        secure = StompBroker.open(SelfSigned.sockets(), heartBeat);
    }

    /** Returns the broker without TLS, for what no real broker lets a test see or do. */
    public StompBroker plain() {
        return plain;
    }

    @Override
    public int port() {
        return plain.port();
    }

    @Override
    public int securePort() {
        return secure.port();
    }

    @Override
    public void user(String virtualHost, String user, String passcode) {
        plain.user(virtualHost, user, passcode);
        secure.user(virtualHost, user, passcode);
    }

    @Override
    public void queue(String virtualHost, String queue) {
        plain.queue(virtualHost, queue);
        secure.queue(virtualHost, queue);
    }

    @Override
    public void publish(String virtualHost, String queue, byte[] body) {
        plain.publish(virtualHost, queue, body);
        secure.publish(virtualHost, queue, body);
    }

    @Override
    public int messages(String virtualHost, String queue) {
        return plain.messages(virtualHost, queue);
    }

    @Override
    public void cutConnections(String virtualHost) {
        plain.cutConnections();
    }

    @Override
    public void restart() {
        plain.stop();
        plain.start();
    }

    @Override
    public void close() {
        plain.close();
        secure.close();
    }
}
