package dev.siteagent.sandbox.stomp;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One agent's connection: a thread that reads, one that writes. */
final class BrokerConnection {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerConnection.class);
    private static final byte[] HEART_BEAT = {'\n'};
    private static final byte[] LAST = {};

    private final StompBroker broker;
    private final Socket socket;
    private final String name;
    private final LinkedBlockingQueue<byte[]> outgoing = new LinkedBlockingQueue<>();
    private volatile ServerWebSocket webSocket;
    private volatile String virtualHost = "";
    private volatile long beatMillis;

    BrokerConnection(StompBroker broker, Socket socket, String name) {
        this.broker = broker;
        this.socket = socket;
        this.name = name;
    }

    String name() {
        return name;
    }

    String virtualHost() {
        return virtualHost;
    }

    /** Queues a WebSocket message to be sent. */
    void send(byte[] message) {
        outgoing.add(message);
    }

    /** Serves the connection until it ends. */
    void serve() {
        try (Socket open = socket) {
            webSocket = ServerWebSocket.accept(open, Set.of(StompBroker.PATH, StompBroker.OWN_PATH));
            Thread writer = StompBroker.daemon(this::write, name + "-writer");
            writer.start();
            try {
                read();
                // What was queued last, such as the reason of a refusal, still goes out.
                writer.join(2_000);
            } finally {
                writer.interrupt();
            }
        } catch (IOException | InterruptedException e) {
            LOG.debug("The connection {} ended: {}", name, e.toString());
        } finally {
            broker.ended(this);
        }
    }

    private void read() throws IOException {
        while (true) {
            StompText frame = StompText.read(webSocket.receive());
            if (frame == null) {
                broker.heartBeat();
            } else if (!broker.handle(this, frame)) {
                return;
            }
        }
    }

    private void write() {
        try {
            while (true) {
                long beat = beatMillis;
                byte[] next = outgoing.poll(beat == 0 ? 50 : beat, TimeUnit.MILLISECONDS);
                if (next == LAST) {
                    webSocket.sayClosed(1000, "STOMP died");
                    socket.close();
                    return;
                }
                if (next != null) {
                    webSocket.send(next);
                } else if (beat > 0 && !broker.muted()) {
                    webSocket.send(HEART_BEAT);
                }
            }
        } catch (IOException | InterruptedException e) {
            LOG.debug("The connection {} takes nothing more: {}", name, e.toString());
        }
    }

    void connected(String newVirtualHost, String agentBeats, long brokerBeatMillis) {
        virtualHost = newVirtualHost;
        long wanted = Long.parseLong(agentBeats.substring(agentBeats.indexOf(',') + 1));
        beatMillis = wanted == 0 || brokerBeatMillis == 0 ? 0 : Math.max(wanted, brokerBeatMillis);
        send(new StompText("CONNECTED")
                .with("server", "sandbox/1")
                .with("session", name)
                .with("heart-beat", brokerBeatMillis + "," + brokerBeatMillis)
                .with("version", "1.2")
                .bytes());
    }

    /** Reports an error and closes, as STOMP wants it. */
    void refuse(String headline, String detail) {
        send(new StompText("ERROR")
                .with("message", headline)
                .with(detail.getBytes(StandardCharsets.UTF_8))
                .bytes());
        goodbye();
    }

    /** Closes once all that is queued is sent. */
    void goodbye() {
        send(LAST);
    }

    /** Cuts the connection, as a crash would. */
    void cut() {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("The connection {} was closed already: {}", name, e.toString());
        }
    }
}
