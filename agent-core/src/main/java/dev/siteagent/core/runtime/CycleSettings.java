package dev.siteagent.core.runtime;

import java.time.Clock;
import java.time.Duration;

/**
 * How the cycles of a mode run for an offering.
 *
 * @param offering the offering's name
 * @param mode the mode
 * @param once whether there is but one cycle
 * @param period from the start of a cycle to that of the next; one that takes longer is followed at once, and one that
 *     failed as a whole after a minute at most
 * @param grace how long a cycle may go on after a stop before it is interrupted
 * @param longestStill how long a cycle may not move on before it is interrupted
 * @param clock the time
 * @param listener hears of each cycle
 */
record CycleSettings(
        String offering,
        Mode mode,
        boolean once,
        Duration period,
        Duration grace,
        Duration longestStill,
        Clock clock,
        CycleListener listener) {
    private static final Duration USUAL_LONGEST_STILL = Duration.ofMinutes(15);

    /** The settings of a run. */
    static CycleSettings of(String offering, Mode mode, RunOptions options) {
        return new CycleSettings(
                offering,
                mode,
                options.once(),
                options.periods().of(mode),
                options.grace(),
                USUAL_LONGEST_STILL,
                options.clock(),
                options.orders());
    }
}
