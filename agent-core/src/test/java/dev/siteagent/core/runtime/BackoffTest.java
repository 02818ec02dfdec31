package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Pauses before an order is tried again. */
class BackoffTest {
    private static final RandomGenerator ALMOST_ONE = () -> -1L;
    private static final RandomGenerator ZERO = () -> 0L;

    private final Backoff backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10), 6);

    @Test
    void pausesDoubleUpToTheLongest() {
        assertThat(backoff.pause(1, Optional.empty(), ALMOST_ONE)).contains(Duration.ofSeconds(1));
        assertThat(backoff.pause(3, Optional.empty(), ALMOST_ONE)).contains(Duration.ofSeconds(4));
        assertThat(backoff.pause(5, Optional.empty(), ALMOST_ONE)).contains(Duration.ofSeconds(10));
    }

    @Test
    void halfOfAPauseIsRandom() {
        assertThat(backoff.pause(3, Optional.empty(), ZERO)).contains(Duration.ofSeconds(2));
    }

    @Test
    void afterTheLastAttemptThereIsNone() {
        assertThat(backoff.pause(6, Optional.empty(), ZERO)).isEmpty();
    }

    @Test
    void demandedPauseComesOnTop() {
        assertThat(backoff.pause(1, Optional.of(Duration.ofSeconds(30)), ALMOST_ONE))
                .contains(Duration.ofSeconds(31));
    }

    @Test
    void demandedPauseOfAnHourIsLeftToTheNextCycle() {
        assertThat(backoff.pause(1, Optional.of(Duration.ofHours(1)), ZERO)).isEmpty();
    }
}
