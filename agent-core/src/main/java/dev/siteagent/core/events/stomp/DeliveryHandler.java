package dev.siteagent.core.events.stomp;

/** Takes what a link brings. Called on the link's thread: must return at once and not throw. */
public interface DeliveryHandler {

    /** Takes a message, to be acknowledged once its work is done. */
    void deliver(Delivery delivery);

    /** A connection is gone: of its messages those that were not acknowledged will come again. */
    void lost();
}
