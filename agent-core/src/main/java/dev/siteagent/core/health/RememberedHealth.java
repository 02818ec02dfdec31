package dev.siteagent.core.health;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Remembers an answer for a while, so that many probes cost Waldur no more than a few. One caller asks; whoever comes
 * meanwhile is given the answer before, and does not wait: probes that wait for a Waldur that hangs would hold every thread
 * that serves probes, and the agent would seem dead. Thread-safe.
 */
public final class RememberedHealth implements Health {
    private final Health asked;
    private final Duration age;
    private final Clock clock;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile Answer last = new Answer(Instant.MIN, List.of("not known yet, the first answer is awaited"));

    private record Answer(Instant at, List<String> problems) {}

    /**
     * Remembers nothing yet.
     *
     * @param asked who is asked
     * @param age how old an answer may be before it is asked for again
     * @param clock the time
     */
    public RememberedHealth(Health asked, Duration age, Clock clock) {
        this.asked = asked;
        this.age = age;
        this.clock = clock;
    }

    @Override
    public List<String> problems() throws InterruptedException {
        if (isOld(last) && asking.tryLock()) {
            try {
                if (isOld(last)) {
                    List<String> problems = List.copyOf(asked.problems());
                    last = new Answer(clock.instant(), problems);
                }
            } finally {
                asking.unlock();
            }
        }
        return last.problems();
    }

    /** An answer of the future is old, too: the clock was set back. */
    private boolean isOld(Answer answer) {
        Instant now = clock.instant();
        return now.isBefore(answer.at()) || now.isAfter(answer.at().plus(age));
    }
}
