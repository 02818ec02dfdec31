package dev.siteagent.core.health;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Remembers an answer for a while, so that many probes cost Waldur no more than a few. Whoever asks while another one is
 * asking waits for that answer. Thread-safe.
 */
public final class RememberedHealth implements Health {
    private final Health asked;
    private final Duration age;
    private final Clock clock;
    private Instant answered = Instant.MIN;
    private List<String> answer = List.of();

    /**
     * Remembers nothing yet.
     *
     * @param asked who is asked
     * @param age how old an answer may be
     * @param clock the time
     */
    public RememberedHealth(Health asked, Duration age, Clock clock) {
        this.asked = asked;
        this.age = age;
        this.clock = clock;
    }

    @Override
    public synchronized List<String> problems() throws InterruptedException {
        if (clock.instant().isAfter(answered.plus(age))) {
            answer = List.copyOf(asked.problems());
            answered = clock.instant();
        }
        return answer;
    }
}
