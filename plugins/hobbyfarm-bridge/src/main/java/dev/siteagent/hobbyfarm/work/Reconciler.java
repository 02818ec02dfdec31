package dev.siteagent.hobbyfarm.work;

import dev.siteagent.spi.BackendException;
import java.time.Duration;
import java.util.Objects;

/** Brings one object closer to what it should be: desired state, compare, apply. */
public interface Reconciler {
    /**
     * Does what can be done now. Never called twice at once for the same name.
     *
     * @param name the object's name; the object may be gone
     * @return whether it has to be looked at again without being told of a change
     * @throws BackendException when the cloud failed and nothing better is known than to come back
     * @throws InterruptedException when the bridge stops
     */
    Next reconcile(String name) throws BackendException, InterruptedException;

    /** What comes after a reconciliation. */
    sealed interface Next {
        /** Nothing until something changes. */
        record Rest() implements Next {}

        /**
         * The same again.
         *
         * @param pause when
         */
        record Again(Duration pause) implements Next {
            /** Refuses null. */
            public Again {
                Objects.requireNonNull(pause, "pause");
            }
        }

        /** Nothing until something changes. */
        static Next rest() {
            return new Rest();
        }

        /** The same again after a pause. */
        static Next again(Duration pause) {
            return new Again(pause);
        }
    }
}
