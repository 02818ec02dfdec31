package dev.siteagent.core.events.stomp;

import java.util.Objects;

/**
 * A queue to take messages from.
 *
 * @param id names the subscription on its connection; letters, digits, {@code -} and {@code _}
 * @param queue the queue's name at the broker; it must exist
 * @param prefetch how many messages the broker hands out before one of them is acknowledged, positive: the back-pressure
 */
public record Subscription(String id, String queue, int prefetch) {

    /** Checks what must be there. */
    public Subscription {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(queue, "queue");
        if (prefetch < 1) {
            throw new IllegalArgumentException("A subscription needs a prefetch of at least 1, not " + prefetch + ".");
        }
    }

    /**
     * Returns where RabbitMQ finds a queue that exists. Its prefix {@code /queue/} would declare the queue anew, and fail
     * where Waldur made it with other arguments.
     */
    String destination() {
        return "/amq/queue/" + queue;
    }
}
