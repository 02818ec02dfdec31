package dev.siteagent.core.shipping;

/** Hears what becomes of the lines that are to be sent to Waldur. Called by several threads. */
public interface ShippingListener {
    /** Hears nothing. */
    ShippingListener NONE = new ShippingListener() {
        @Override
        public void shipped(String offering, long lines) {}

        @Override
        public void dropped(String offering, long lines) {}
    };

    /**
     * Lines were sent.
     *
     * @param offering the offering's name
     * @param lines how many, at least one
     */
    void shipped(String offering, long lines);

    /**
     * Lines were given up.
     *
     * @param offering the offering's name
     * @param lines how many, at least one
     */
    void dropped(String offering, long lines);
}
