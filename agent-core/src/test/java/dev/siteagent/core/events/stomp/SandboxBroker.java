package dev.siteagent.core.events.stomp;

import dev.siteagent.sandbox.stomp.StompBroker;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ServerSocketFactory;

/** The sandbox's broker, where it matters with TLS as well. */
public final class SandboxBroker implements TestedBroker {
    private final StompBroker plain;
    private final Optional<StompBroker> secure;

    private SandboxBroker(StompBroker plain, Optional<StompBroker> secure) {
        this.plain = plain;
        this.secure = secure;
    }

    /** Starts one without TLS. */
    public static SandboxBroker open() {
        return new SandboxBroker(StompBroker.open(), Optional.empty());
    }

    /** Starts one without TLS that gives and wants signs of life this often. */
    static SandboxBroker open(Duration heartBeat) {
        return new SandboxBroker(StompBroker.open(ServerSocketFactory.getDefault(), heartBeat), Optional.empty());
    }

    /** Starts one that takes connections with and without TLS; the two share nothing but what is made at both. */
    static SandboxBroker openWithTls() {
        return new SandboxBroker(
                StompBroker.open(), Optional.of(StompBroker.open(SelfSigned.sockets(), Duration.ofSeconds(10))));
    }

    private Stream<StompBroker> both() {
        return Stream.concat(Stream.of(plain), secure.stream());
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
        return secure.orElseThrow().port();
    }

    @Override
    public void user(String virtualHost, String user, String passcode) {
        both().forEach(broker -> broker.user(virtualHost, user, passcode));
    }

    @Override
    public void drop(String virtualHost) {
        both().forEach(broker -> broker.drop(virtualHost));
    }

    @Override
    public void queue(String virtualHost, String queue) {
        both().forEach(broker -> broker.queue(virtualHost, queue));
    }

    @Override
    public void publish(String virtualHost, String queue, byte[] body) {
        both().forEach(broker -> broker.publish(virtualHost, queue, body));
    }

    @Override
    public int messages(String virtualHost, String queue) {
        return plain.messages(virtualHost, queue);
    }

    @Override
    public void cutConnections(String user) {
        plain.cutConnections();
    }

    @Override
    public void restart() {
        plain.stop();
        plain.start();
    }

    @Override
    public void close() {
        both().forEach(StompBroker::close);
    }
}
