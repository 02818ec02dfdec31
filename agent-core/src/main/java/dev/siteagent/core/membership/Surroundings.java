package dev.siteagent.core.membership;

import dev.siteagent.core.orders.ErrorExposure;
import dev.siteagent.core.waldur.Sleeper;
import java.time.Clock;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * What the host gives for cycles.
 *
 * @param claims the resources of the process that are worked on
 * @param exposure how much of a failure customers may read
 * @param moved is told after each step, so that a cycle that hangs is known from one that is long
 * @param stopping whether no further resource is to be taken
 * @param sleeper how to wait for a machine to stop or to start
 * @param clock the time
 */
public record Surroundings(
        Claims claims, ErrorExposure exposure, Runnable moved, BooleanSupplier stopping, Sleeper sleeper, Clock clock) {
    /** Refuses nulls. */
    public Surroundings {
        Objects.requireNonNull(claims, "claims");
        Objects.requireNonNull(exposure, "exposure");
        Objects.requireNonNull(moved, "moved");
        Objects.requireNonNull(stopping, "stopping");
        Objects.requireNonNull(sleeper, "sleeper");
        Objects.requireNonNull(clock, "clock");
    }
}
