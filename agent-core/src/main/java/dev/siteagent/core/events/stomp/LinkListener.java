package dev.siteagent.core.events.stomp;

import java.time.Duration;

/** Hears how a link fares, for health and metrics. Called on the link's thread; must be quick and not throw. */
public interface LinkListener {

    /** Hears nothing. */
    LinkListener NONE = new LinkListener() {
        @Override
        public void up() {}

        @Override
        public void down(String why, Duration pause) {}
    };

    /** The link listens to all its queues. */
    void up();

    /**
     * The link has no connection.
     *
     * @param why what happened
     * @param pause when it tries again
     */
    void down(String why, Duration pause);
}
