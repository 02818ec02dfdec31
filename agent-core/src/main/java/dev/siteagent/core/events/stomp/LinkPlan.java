package dev.siteagent.core.events.stomp;

import java.util.List;

/**
 * What a link connects to and listens to, worked out anew for each connection.
 *
 * @param login the login, with a passcode that is valid now
 * @param subscriptions the queues, at least one
 */
public record LinkPlan(Login login, List<Subscription> subscriptions) {

    /** Copies the list. */
    public LinkPlan {
        subscriptions = List.copyOf(subscriptions);
        if (subscriptions.isEmpty()) {
            throw new IllegalArgumentException("A link needs at least one queue to listen to.");
        }
    }

    /** Works plans out. */
    @FunctionalInterface
    public interface Source {
        /**
         * Returns the plan for the next connection.
         *
         * @param doubted whether the broker refused the last plan, so that what was remembered of it may be gone
         * @throws PlanException when there is none now; the link tries again later
         */
        LinkPlan plan(boolean doubted) throws PlanException, InterruptedException;
    }

    /** There is no plan now, since Waldur cannot be asked or refuses. */
    public static final class PlanException extends Exception {
        private static final long serialVersionUID = 1L;

        /**
         * Says why.
         *
         * @param message what happened, a whole sentence
         * @param cause the failure, or null
         */
        public PlanException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
