package dev.siteagent.spi;

import java.time.LocalDate;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A backend whose resources have limits that can be changed. The limits a resource has now are read by {@link
 * ResourceBackend#read}, as {@link BackendResource#limits()}.
 *
 * @since 1.0.0
 */
public interface LimitsBackend extends ResourceBackend {
    /**
     * Applies limits. Idempotent: limits that hold already are success and change nothing.
     *
     * @param resource the resource, with a backend id; its own {@link Resource#limits()} are the ones before the change
     * @param change what to apply
     * @return ready with the resource as it is now, or pending (see {@link Outcome.Pending} for what must be remembered)
     * @throws BackendException when they cannot be applied: permanent, with what is on offer, when they never can
     * @throws InterruptedException when the thread is interrupted
     */
    Outcome setLimits(Resource resource, Change change) throws BackendException, InterruptedException;

    /**
     * New limits.
     *
     * @param limits component type to limit, in the units of {@link BackendTraits#limitUnits()}, 0 or more
     * @param endDate the day the resource ends, for prepaid components; empty for never
     */
    record Change(Map<String, Long> limits, Optional<LocalDate> endDate) {
        /** Copies the map and refuses nulls. */
        public Change {
            limits = Records.copy(limits, "limits");
            Objects.requireNonNull(endDate, "endDate");
        }
    }
}
