package dev.siteagent.core.runtime;

import java.time.Clock;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How a desk works.
 *
 * @param mode the mode it works in
 * @param offering the offering's name
 * @param once whether it works one cycle and ends when its work has
 * @param period the time from the start of a cycle to that of the next
 * @param concurrency how many orders are worked on at once; those that only wait do not count
 * @param longestWait how long an order waits before it is given up (once) or warned about; also the longest single step
 * @param grace how long work may go on after a stop before it is interrupted
 * @param backoff the pauses before an order is tried again
 * @param clock the time
 * @param random the randomness of the pauses
 */
record DeskSettings(
        Mode mode,
        String offering,
        boolean once,
        Duration period,
        int concurrency,
        Duration longestWait,
        Duration grace,
        Backoff backoff,
        Clock clock,
        RandomGenerator random) {}
