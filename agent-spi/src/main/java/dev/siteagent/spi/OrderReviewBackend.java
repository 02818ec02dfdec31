package dev.siteagent.spi;

/**
 * A backend that has a say in whether an order is accepted. Without it every order is.
 *
 * @since 1.0.0
 */
public interface OrderReviewBackend extends ResourceBackend {
    /**
     * Decides about an order that waits for the provider. Called each cycle while it waits. Any failure leaves it waiting.
     *
     * @param order what was ordered
     * @throws BackendException when it cannot be decided now
     * @throws InterruptedException when the thread is interrupted
     */
    Decision review(Order order) throws BackendException, InterruptedException;

    /** What becomes of an order that waits for the provider. */
    sealed interface Decision {
        /** The order is approved and worked on. */
        record Accept() implements Decision {}

        /**
         * The order is rejected.
         *
         * @param reason why, for the customer
         */
        record Reject(String reason) implements Decision {
            /** Refuses a rejection without a reason. */
            public Reject {
                Records.requireText(reason, "reason");
            }
        }

        /**
         * The order waits and is reviewed again in the next cycle.
         *
         * @param reason what it waits for, for operators
         */
        record Wait(String reason) implements Decision {
            /** Refuses a blank reason. */
            public Wait {
                Records.requireText(reason, "reason");
            }
        }
    }
}
