package dev.siteagent.core.events.stomp;

import java.io.IOException;

/** The broker refused the log-in or a queue: what is known of them may be out of date. */
final class StompRefusal extends IOException {
    private static final long serialVersionUID = 1L;

    StompRefusal(String message) {
        super(message);
    }

    StompRefusal(String message, Throwable cause) {
        super(message, cause);
    }
}
