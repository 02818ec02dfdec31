package dev.siteagent.core.waldur;

import java.time.Duration;

/**
 * Hears of every attempt of a call, for metrics. Called on the calling thread; must be quick, thread-safe and not throw.
 */
public interface WaldurCallListener {

    /** Hears nothing. */
    WaldurCallListener NONE = new WaldurCallListener() {
        @Override
        public void attempted(String operation, int status, Duration took) {}

        @Override
        public void retrying(String operation, Duration pause) {}
    };

    /**
     * An attempt ended.
     *
     * @param operation the endpoint, such as {@code orders.list}
     * @param status the HTTP status, or 0 when no answer came
     * @param took how long the attempt took
     */
    void attempted(String operation, int status, Duration took);

    /**
     * A call is about to be tried again.
     *
     * @param operation the endpoint
     * @param pause the pause before the next attempt
     */
    void retrying(String operation, Duration pause);
}
