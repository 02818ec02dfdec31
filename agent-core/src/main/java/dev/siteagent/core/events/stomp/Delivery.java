package dev.siteagent.core.events.stomp;

import java.util.concurrent.atomic.AtomicBoolean;

/** A message that the broker handed out and waits to be acknowledged. Thread-safe. */
public final class Delivery {
    private final StompSession session;
    private final Subscription subscription;
    private final String ackId;
    private final byte[] body;
    private final boolean again;
    private final AtomicBoolean answered = new AtomicBoolean();

    Delivery(StompSession session, Subscription subscription, String ackId, byte[] body, boolean again) {
        this.session = session;
        this.subscription = subscription;
        this.ackId = ackId;
        this.body = body;
        this.again = again;
    }

    /** Returns the subscription it came by. */
    public Subscription subscription() {
        return subscription;
    }

    /** Returns the body; not copied, and not to be changed. */
    public byte[] body() {
        return body;
    }

    /** Tells whether the broker handed it out before; the work may have been done, in part or in whole. */
    public boolean again() {
        return again;
    }

    /** Tells whether it can still be acknowledged. Once its connection is gone the broker hands it out again. */
    public boolean live() {
        return !answered.get() && session.isOpen();
    }

    /**
     * Acknowledges it, the first time only. Where the connection is gone this does nothing, since the broker then hands
     * the message out again.
     */
    public void acknowledge() {
        if (answered.compareAndSet(false, true)) {
            session.acknowledge(ackId);
        }
    }

    /** Shows the subscription, and nothing of the body. */
    @Override
    public String toString() {
        return "message of " + body.length + " bytes from " + subscription.queue();
    }
}
