package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * An order at one moment.
 *
 * @param uuid the order's UUID
 * @param type what is ordered
 * @param state the state
 * @param offering the offering
 * @param resource the resource the order is for
 * @param plan the plan ordered, or null
 * @param limits component → amount ordered, not null
 * @param attributes what the customer filled in, a JSON object
 * @param backendId what the agent stored with the order, not null
 * @param errorMessage why it erred, not null
 * @param errorTraceback the details, not null
 * @param rejectionComment why the provider rejected it, not null
 * @param created when it was placed
 * @param modified when it last changed
 */
public record OrderSnapshot(
        UUID uuid,
        Type type,
        State state,
        UUID offering,
        UUID resource,
        UUID plan,
        Map<String, Long> limits,
        JsonNode attributes,
        String backendId,
        String errorMessage,
        String errorTraceback,
        String rejectionComment,
        Instant created,
        Instant modified) {

    /** What is ordered. */
    public enum Type {
        /** A new resource. */
        CREATE("Create"),
        /** Other limits or another plan. */
        UPDATE("Update"),
        /** The end of a resource. */
        TERMINATE("Terminate"),
        /** A terminated resource again. */
        RESTORE("Restore");

        private final String wire;

        Type(String wire) {
            this.wire = wire;
        }

        /** Returns the type as Waldur writes it. */
        public String wire() {
            return wire;
        }
    }

    /** How far an order is. */
    public enum State {
        /** Waits for the customer's organisation. */
        PENDING_CONSUMER("pending-consumer"),
        /** Waits for the project to start. */
        PENDING_PROJECT("pending-project"),
        /** Waits for its start date. */
        PENDING_START_DATE("pending-start-date"),
        /** Waits for the provider. */
        PENDING_PROVIDER("pending-provider"),
        /** Approved, to be carried out. */
        EXECUTING("executing"),
        /** Carried out. */
        DONE("done"),
        /** Failed. */
        ERRED("erred"),
        /** Withdrawn. */
        CANCELED("canceled"),
        /** Refused. */
        REJECTED("rejected");

        private final String wire;

        State(String wire) {
            this.wire = wire;
        }

        /** Returns the state as Waldur writes it. */
        public String wire() {
            return wire;
        }

        /** Tells whether nothing more happens to the order by itself. */
        public boolean ended() {
            return switch (this) {
                case DONE, ERRED, CANCELED, REJECTED -> true;
                default -> false;
            };
        }
    }

    /** Leaves the attributes out, which may hold user data. */
    @Override
    public String toString() {
        return "OrderSnapshot[" + uuid + ", " + type + ", " + state
                + (errorMessage.isEmpty() ? "" : ", error: " + errorMessage) + "]";
    }
}
