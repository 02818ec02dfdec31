package dev.siteagent.sandbox.stomp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ServerSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A STOMP broker on 127.0.0.1. Queues and users outlive {@link #stop} and {@link #start}, as those of RabbitMQ do.
 * Thread-safe.
 */
public final class StompBroker implements EventBroker, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StompBroker.class);
    private static final String QUEUES = "/amq/queue/";

    private final ServerSocket listening;
    private final long beatMillis;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, String> passcodes = new HashMap<>();
    private final Map<String, BrokerQueue> queues = new HashMap<>();
    private final Set<BrokerConnection> connections = new LinkedHashSet<>();
    private int accepted;
    private int beats;
    private boolean down;
    private volatile boolean muted;

    private StompBroker(ServerSocketFactory sockets, Duration heartBeat) {
        this.listening = listen(sockets);
        this.beatMillis = heartBeat.toMillis();
    }

    /** Starts a broker on a free port, with heart-beats every ten seconds. */
    public static StompBroker open() {
        return open(ServerSocketFactory.getDefault(), Duration.ofSeconds(10));
    }

    /**
     * Starts a broker on a free port.
     *
     * @param sockets makes its listening socket; one of TLS makes it speak TLS
     * @param heartBeat how often it gives and wants a sign of life; zero for never
     */
    public static StompBroker open(ServerSocketFactory sockets, Duration heartBeat) {
        StompBroker broker = new StompBroker(sockets, heartBeat);
        daemon(broker::accept, "stomp-broker-" + broker.port()).start();
        return broker;
    }

    /** Returns the port, the same after a restart. */
    @Override
    public int port() {
        return listening.getLocalPort();
    }

    @Override
    public void user(String virtualHost, String user, String passcode) {
        locked(() -> passcodes.put(virtualHost + "\n" + user, passcode));
    }

    @Override
    public void queue(String virtualHost, String queue) {
        locked(() -> queues.computeIfAbsent(key(virtualHost, queue), key -> new BrokerQueue(queue)));
    }

    @Override
    public void drop(String virtualHost) {
        locked(() -> {
            passcodes.keySet().removeIf(known -> known.startsWith(virtualHost + "\n"));
            queues.keySet().removeIf(known -> known.startsWith(virtualHost + "\n"));
        });
    }

    @Override
    public void publish(String virtualHost, String queue, byte[] body) {
        locked(() -> existing(virtualHost, queue).publish(body, false));
    }

    /**
     * Has a WebSocket message sent to whoever consumes the queue, whatever it holds; until it is acknowledged it comes
     * again.
     *
     * @param content what to send; {@code {ack}} and {@code {subscription}} in it are replaced by the real ids
     */
    public void publishRaw(String virtualHost, String queue, byte[] content) {
        locked(() -> existing(virtualHost, queue).publish(content, true));
    }

    @Override
    public int messages(String virtualHost, String queue) {
        lock.lock();
        try {
            BrokerQueue existing = existing(virtualHost, queue);
            return existing.ready() + existing.unacknowledged();
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many messages wait to be handed out. */
    public int ready(String virtualHost, String queue) {
        lock.lock();
        try {
            return existing(virtualHost, queue).ready();
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many messages are handed out and not acknowledged. */
    public int unacknowledged(String virtualHost, String queue) {
        lock.lock();
        try {
            return existing(virtualHost, queue).unacknowledged();
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many connections are open. */
    public int connections() {
        lock.lock();
        try {
            return connections.size();
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many connections there ever were. */
    public int accepted() {
        lock.lock();
        try {
            return accepted;
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many heart-beats came in. */
    public int heartBeats() {
        lock.lock();
        try {
            return beats;
        } finally {
            lock.unlock();
        }
    }

    /** Stops giving signs of life, or begins again, with the connections left open. */
    public void mute(boolean silent) {
        muted = silent;
    }

    boolean muted() {
        return muted;
    }

    /** Cuts all connections, as a broken network would. */
    public void cutConnections() {
        locked(() -> List.copyOf(connections).forEach(BrokerConnection::cut));
    }

    /**
     * Goes down: cuts all connections, and each new one at once. The port stays its own meanwhile, lest another process
     * takes it.
     */
    public void stop() {
        locked(() -> {
            down = true;
            List.copyOf(connections).forEach(BrokerConnection::cut);
        });
    }

    /** Comes up again. */
    public void start() {
        locked(() -> down = false);
    }

    @Override
    public void close() {
        stop();
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ServerSocket listen(ServerSocketFactory sockets) {
        try {
            ServerSocket listening = sockets.createServerSocket();
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return listening;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket agent = listening.accept();
                locked(() -> {
                    BrokerConnection connection =
                            new BrokerConnection(this, agent, "session-" + port() + "-" + ++accepted);
                    if (down) {
                        connection.cut();
                    } else {
                        connections.add(connection);
                        daemon(connection::serve, connection.name()).start();
                    }
                });
            } catch (IOException e) {
                LOG.debug("The broker takes no connection: {}", e.toString());
            }
        }
    }

    /** Does what a frame asks for; false when the connection is to end. */
    boolean handle(BrokerConnection connection, StompText frame) {
        lock.lock();
        try {
            boolean goOn =
                    switch (frame.command()) {
                        case "CONNECT", "STOMP" -> connect(connection, frame);
                        case "SUBSCRIBE" -> subscribe(connection, frame);
                        case "ACK" -> acknowledge(connection, frame);
                        case "SEND" -> sent(connection, frame);
                        case "DISCONNECT" -> true;
                        default -> refuse(connection, "Bad command", frame.command());
                    };
            if (goOn && !frame.header("receipt").isEmpty()) {
                connection.send(new StompText("RECEIPT")
                        .with("receipt-id", frame.header("receipt"))
                        .bytes());
            }
            if (frame.command().equals("DISCONNECT")) {
                connection.goodbye();
            }
            return goOn;
        } finally {
            lock.unlock();
        }
    }

    private boolean connect(BrokerConnection connection, StompText frame) {
        String expected = passcodes.get(frame.header("host") + "\n" + frame.header("login"));
        if (expected == null || !expected.equals(frame.header("passcode"))) {
            return refuse(connection, "Bad CONNECT", "Access refused for user '" + frame.header("login") + "'\n");
        }
        connection.connected(frame.header("host"), frame.header("heart-beat"), beatMillis);
        return true;
    }

    private boolean subscribe(BrokerConnection connection, StompText frame) {
        String destination = frame.header("destination");
        if (!destination.startsWith(QUEUES)) {
            return refuse(connection, "precondition_failed", "inequivalent arg 'x-message-ttl' for " + destination);
        }
        BrokerQueue queue = queues.get(key(connection.virtualHost(), destination.substring(QUEUES.length())));
        if (queue == null) {
            // RabbitMQ says nothing more of a queue that is missing.
            connection.goodbye();
            return false;
        }
        String prefetch = frame.header("prefetch-count");
        queue.consume(new BrokerQueue.Consumer(
                connection, frame.header("id"), prefetch.isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(prefetch)));
        return true;
    }

    private boolean acknowledge(BrokerConnection connection, StompText frame) {
        String id = frame.header("id");
        boolean found = queues.values().stream().anyMatch(queue -> queue.acknowledge(connection, id));
        return found || refuse(connection, "Subscription not found", "There is no message " + id + ".");
    }

    private boolean sent(BrokerConnection connection, StompText frame) {
        String destination = frame.header("destination");
        BrokerQueue queue = queues.get(key(
                connection.virtualHost(),
                destination.startsWith(QUEUES) ? destination.substring(QUEUES.length()) : destination));
        if (queue == null) {
            return refuse(connection, "not_found", "There is no queue at " + destination + ".");
        }
        queue.publish(frame.body(), false);
        return true;
    }

    private static boolean refuse(BrokerConnection connection, String headline, String detail) {
        connection.refuse(headline, detail);
        return false;
    }

    void heartBeat() {
        locked(() -> beats++);
    }

    void ended(BrokerConnection connection) {
        locked(() -> {
            connections.remove(connection);
            queues.values().forEach(queue -> queue.forget(connection));
        });
    }

    private BrokerQueue existing(String virtualHost, String queue) {
        BrokerQueue found = queues.get(key(virtualHost, queue));
        if (found == null) {
            throw new IllegalArgumentException("There is no queue " + queue + " in virtual host " + virtualHost + ".");
        }
        return found;
    }

    private static String key(String virtualHost, String queue) {
        return virtualHost + "\n" + queue;
    }

    private void locked(Runnable work) {
        lock.lock();
        try {
            work.run();
        } finally {
            lock.unlock();
        }
    }

    static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }
}
