package dev.siteagent.core.runtime;

import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task of which one at most runs at a time, and that is interrupted when it does not come back. Touched by its desk's
 * thread only.
 */
final class Watched {
    private static final Logger log = LoggerFactory.getLogger(Watched.class);

    private final String what;
    private final String offering;
    private InterruptibleTask task;
    private Instant since;
    private Instant toldAt = Instant.EPOCH;

    /**
     * Nothing runs yet.
     *
     * @param what names the task at the start of a sentence
     * @param offering the offering's name
     */
    Watched(String what, String offering) {
        this.what = what;
        this.offering = offering;
    }

    /** Returns the task to be run; it counts as running until {@link #end}. */
    Runnable begin(Runnable body, Instant now) {
        task = new InterruptibleTask(body);
        since = now;
        toldAt = Instant.EPOCH;
        return task;
    }

    void end() {
        task = null;
    }

    /** Interrupts the task if it runs. */
    void interrupt() {
        if (task != null) {
            task.interrupt();
        }
    }

    boolean running() {
        return task != null;
    }

    /** Interrupts a task that takes too long, and says so once in a while. */
    void interruptIfLate(Instant now, Duration longest, Duration again) {
        if (task == null || Duration.between(since, now).compareTo(longest) <= 0) {
            return;
        }
        String where = task.whereabouts();
        task.interrupt();
        if (!toldAt.plus(again).isAfter(now)) {
            toldAt = now;
            log.error(
                    "{} of offering {} takes more than {}; it is interrupted. It is at: {}",
                    what,
                    offering,
                    longest,
                    where);
        }
    }
}
