package dev.siteagent.core.events.stomp;

import dev.siteagent.core.waldur.Sleeper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection from log-in to its end. One thread connects, subscribes and listens; any thread acknowledges and ends. */
final class StompSession {
    private static final Logger log = LoggerFactory.getLogger(StompSession.class);
    private static final byte[] HEART_BEAT = {'\n'};
    private static final String FAREWELL = "farewell";
    private static final int SHOWN = 200;

    private final WebSocket socket;
    private final Login login;
    private final LinkTimes times;
    private final Deque<Received> waiting = new ArrayDeque<>();
    private final Map<String, Subscription> subscriptions = new LinkedHashMap<>();
    private final Set<String> unconfirmed = new HashSet<>();
    private Duration beatEvery = Duration.ZERO;
    private volatile boolean open = true;
    private volatile boolean leaving;

    private StompSession(WebSocket socket, Login login, LinkTimes times) {
        this.socket = socket;
        this.login = login;
        this.times = times;
    }

    /**
     * Connects and logs in.
     *
     * @throws StompRefusal when the broker refuses the log-in
     * @throws IOException when there is no connection to be had
     */
    static StompSession open(Login login, LinkTimes times, RandomGenerator random) throws IOException {
        WebSocket socket = WebSocket.open(login.address(), "v12.stomp", times.connect(), times.messageLimit(), random);
        StompSession session = new StompSession(socket, login, times);
        try {
            session.logIn();
            return session;
        } catch (IOException | RuntimeException e) {
            session.end();
            throw e;
        }
    }

    private void logIn() throws IOException {
        long beat = times.heartBeat().toMillis();
        send(Frame.of("CONNECT")
                .with("accept-version", "1.2")
                .with("host", login.virtualHost())
                .with("login", login.user())
                .with("passcode", login.passcode().reveal())
                .with("heart-beat", beat + "," + beat));
        Frame answer;
        try {
            answer = firstFrame();
        } catch (WebSocketClosed e) {
            throw new StompRefusal(e.getMessage() + " instead of answering the log-in", e);
        }
        if (!answer.command().equals("CONNECTED")) {
            String hint = login.hint().isEmpty() ? "" : " " + login.hint();
            throw new StompRefusal("the broker refused the log-in: " + words(answer) + hint);
        }
        agreeOnHeartBeats(answer.header("heart-beat").orElse("0,0"));
    }

    private Frame firstFrame() throws IOException {
        while (true) {
            Received next = next();
            if (next instanceof Frame frame) {
                return frame;
            }
            drop((Received.Broken) next);
        }
    }

    /** STOMP 1.2, "Heart-beating": each direction takes the longer of what one side offers and the other wants. */
    private void agreeOnHeartBeats(String offered) throws IOException {
        String[] parts = offered.split(",", 2);
        Duration theirs = millis(parts[0]);
        Duration wanted = parts.length == 2 ? millis(parts[1]) : Duration.ZERO;
        beatEvery = wanted.isZero() ? Duration.ZERO : longer(wanted, times.heartBeat());
        Duration hear = theirs.isZero() ? Duration.ZERO : longer(theirs, times.heartBeat());
        socket.failWhenSilentFor(hear.multipliedBy(5).dividedBy(2));
    }

    private static Duration millis(String text) {
        try {
            return Duration.ofMillis(Math.max(0, Math.min(Integer.parseInt(text.strip()), 3_600_000)));
        } catch (NumberFormatException e) {
            // A broker that offers nonsense offers no heart-beats.
            return Duration.ZERO;
        }
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** Asks for the messages of a queue. Whether the broker agrees shows while {@link #listen listening}. */
    void subscribe(Subscription subscription) throws IOException {
        subscriptions.put(subscription.id(), subscription);
        unconfirmed.add(subscription.id());
        send(Frame.of("SUBSCRIBE")
                .with("id", subscription.id())
                .with("destination", subscription.destination())
                .with("ack", "client-individual")
                .with("prefetch-count", Integer.toString(subscription.prefetch()))
                .with("receipt", subscription.id()));
    }

    /**
     * Takes messages until the connection ends, which it tells by an exception.
     *
     * @param handler who gets them
     * @param listening called once the broker agreed to all subscriptions
     * @throws StompRefusal when the connection ended before the broker agreed to all subscriptions
     */
    void listen(DeliveryHandler handler, Runnable listening) throws IOException {
        try {
            while (true) {
                Received next = next();
                if (next instanceof Received.Broken broken) {
                    drop(broken);
                } else {
                    take((Frame) next, handler, listening);
                }
            }
        } catch (WebSocketClosed e) {
            if (unconfirmed.isEmpty()) {
                throw e;
            }
            throw new StompRefusal("the broker refused one of the queues " + refused() + ": " + e.getMessage(), e);
        }
    }

    private void take(Frame frame, DeliveryHandler handler, Runnable listening) throws IOException {
        switch (frame.command()) {
            case "MESSAGE" -> message(frame, handler);
            case "RECEIPT" -> {
                String id = frame.header("receipt-id").orElse("");
                if (unconfirmed.remove(id) && unconfirmed.isEmpty()) {
                    listening.run();
                }
                if (id.equals(FAREWELL)) {
                    throw new WebSocketClosed("the agent left");
                }
            }
            case "ERROR" -> {
                String why = "the broker reported an error: " + words(frame);
                throw unconfirmed.isEmpty() ? new WebSocketClosed(why) : new StompRefusal(why);
            }
            default -> {
                log.warn(
                        "Dropped a STOMP frame of the unknown kind '{}' from {}.",
                        shown(frame.command()),
                        login.address());
                frame.header("ack").ifPresent(this::acknowledge);
            }
        }
    }

    private void message(Frame frame, DeliveryHandler handler) {
        Subscription subscription =
                subscriptions.get(frame.header("subscription").orElse(""));
        Optional<String> ack = frame.header("ack");
        if (subscription == null || ack.isEmpty()) {
            log.warn(
                    "Dropped a message from {}: it belongs to no subscription, or has no id to acknowledge it with.",
                    login.address());
            ack.ifPresent(this::acknowledge);
            return;
        }
        if (!leaving) {
            boolean again = frame.header("redelivered").filter("true"::equals).isPresent();
            handler.deliver(new Delivery(this, subscription, ack.get(), frame.body(), again));
        }
        // While the agent leaves, a message stays unacknowledged: the broker hands it out again after the connection.
    }

    private void drop(Received.Broken broken) {
        log.warn(
                "Dropped what is no STOMP frame from {}: {}.{}",
                login.address(),
                broken.why(),
                broken.ack().isPresent() ? " It was acknowledged, so that it does not come again." : "");
        broken.ack().ifPresent(this::acknowledge);
    }

    private Received next() throws IOException {
        while (waiting.isEmpty()) {
            waiting.addAll(FrameDecoder.decode(socket.receive()));
        }
        return waiting.remove();
    }

    private void send(Frame frame) throws IOException {
        socket.send(FrameEncoder.encode(frame));
    }

    /** Acknowledges a message; where that fails the connection is over and the message will come again. */
    void acknowledge(String ackId) {
        if (!open) {
            return;
        }
        try {
            send(Frame.of("ACK").with("id", ackId));
        } catch (IOException e) {
            log.debug("An acknowledgement could not be sent to {}; the message will come again.", login.address(), e);
            end();
        }
    }

    /** Gives signs of life until the connection ends or the thread is interrupted. */
    void beat(Sleeper sleeper) throws InterruptedException {
        if (beatEvery.isZero()) {
            return;
        }
        // Early, since a beat that leaves on time arrives late.
        Duration pause = beatEvery.multipliedBy(3).dividedBy(4);
        while (open) {
            sleeper.sleep(pause);
            try {
                socket.send(HEART_BEAT);
            } catch (IOException e) {
                log.debug("No heart-beat could be sent to {}.", login.address(), e);
                end();
            }
        }
    }

    /** Tells whether messages can still be acknowledged. */
    boolean isOpen() {
        return open;
    }

    /** Takes no further messages; those at hand can still be acknowledged. */
    void pause() {
        leaving = true;
    }

    /** Asks the broker to end the connection; {@link #listen} ends when it agrees. */
    void sayGoodbye() {
        leaving = true;
        try {
            send(Frame.of("DISCONNECT").with("receipt", FAREWELL));
        } catch (IOException e) {
            log.debug("The connection to {} was gone before the goodbye.", login.address(), e);
            end();
        }
    }

    /** Closes the connection. */
    void end() {
        open = false;
        try {
            socket.close();
        } catch (IOException e) {
            log.debug("Closing the connection to {} failed.", login.address(), e);
        }
    }

    private String refused() {
        return subscriptions.values().stream()
                .filter(subscription -> unconfirmed.contains(subscription.id()))
                .map(Subscription::queue)
                .toList()
                .toString();
    }

    /** Quotes what the broker says of an error, without the passcode should it repeat that. */
    private String words(Frame error) {
        String headline = error.header("message").orElse(error.command());
        String body = new String(error.body(), StandardCharsets.UTF_8).strip();
        String all = body.isEmpty() ? headline : headline + " (" + body + ")";
        return shown(all.replace(login.passcode().reveal(), "…"));
    }

    private static String shown(String text) {
        String plain = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return plain.length() <= SHOWN ? plain : plain.substring(0, SHOWN) + "…";
    }
}
