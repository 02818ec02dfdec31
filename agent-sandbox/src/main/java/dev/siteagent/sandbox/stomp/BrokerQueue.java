package dev.siteagent.sandbox.stomp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A durable queue and who consumes it. Used under the broker's lock. */
final class BrokerQueue {
    private final String name;
    private final Deque<Message> ready = new ArrayDeque<>();
    private final List<Consumer> consumers = new ArrayList<>();
    private long tags;

    BrokerQueue(String name) {
        this.name = name;
    }

    /** What was published; raw content is sent as it is, but for the place of the id. */
    private static final class Message {
        private final byte[] content;
        private final boolean raw;
        private boolean redelivered;

        Message(byte[] content, boolean raw) {
            this.content = content;
            this.raw = raw;
        }
    }

    /** A subscription of a connection. */
    static final class Consumer {
        private final BrokerConnection connection;
        private final String id;
        private final int prefetch;
        private final Map<String, Message> unacknowledged = new LinkedHashMap<>();

        Consumer(BrokerConnection connection, String id, int prefetch) {
            this.connection = connection;
            this.id = id;
            this.prefetch = prefetch;
        }
    }

    void publish(byte[] content, boolean raw) {
        ready.add(new Message(content, raw));
        dispatch();
    }

    void consume(Consumer consumer) {
        consumers.add(consumer);
        dispatch();
    }

    /** Hands a connection's unacknowledged messages back to the front, in their order. */
    void forget(BrokerConnection connection) {
        for (Consumer consumer : List.copyOf(consumers)) {
            if (consumer.connection == connection) {
                consumers.remove(consumer);
                List<Message> back = new ArrayList<>(consumer.unacknowledged.values());
                for (int i = back.size() - 1; i >= 0; i--) {
                    back.get(i).redelivered = true;
                    ready.addFirst(back.get(i));
                }
            }
        }
        dispatch();
    }

    /** Takes an acknowledged message off; false when there is none of that id. */
    boolean acknowledge(BrokerConnection connection, String ackId) {
        for (Consumer consumer : consumers) {
            if (consumer.connection == connection && consumer.unacknowledged.remove(ackId) != null) {
                dispatch();
                return true;
            }
        }
        return false;
    }

    int ready() {
        return ready.size();
    }

    int unacknowledged() {
        return consumers.stream()
                .mapToInt(consumer -> consumer.unacknowledged.size())
                .sum();
    }

    private void dispatch() {
        for (Consumer consumer : consumers) {
            while (!ready.isEmpty() && consumer.unacknowledged.size() < consumer.prefetch) {
                Message message = ready.remove();
                String ackId = "T_" + consumer.id + "@@" + connectionName(consumer) + "@@" + ++tags;
                consumer.unacknowledged.put(ackId, message);
                consumer.connection.send(message.raw ? raw(message, ackId, consumer) : frame(message, ackId, consumer));
            }
        }
    }

    private static String connectionName(Consumer consumer) {
        return consumer.connection.name();
    }

    private byte[] frame(Message message, String ackId, Consumer consumer) {
        return new StompText("MESSAGE")
                .with("subscription", consumer.id)
                .with("destination", "/queue/" + name)
                .with("message-id", ackId)
                .with("redelivered", Boolean.toString(message.redelivered))
                .with("ack", ackId)
                .with("persistent", "true")
                .with(message.content)
                .bytes();
    }

    private static byte[] raw(Message message, String ackId, Consumer consumer) {
        return new String(message.content, StandardCharsets.ISO_8859_1)
                .replace("{ack}", ackId)
                .replace("{subscription}", consumer.id)
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
