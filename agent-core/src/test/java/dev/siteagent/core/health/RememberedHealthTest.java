package dev.siteagent.core.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RememberedHealthTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final Clock clock = ((InstantSource) now::get).withZone(ZoneOffset.UTC);
    private final AtomicInteger asked = new AtomicInteger();
    private final Health health =
            new RememberedHealth(() -> List.of("answer " + asked.incrementAndGet()), Duration.ofSeconds(10), clock);

    @Test
    void manyProbesAskOnce() throws Exception {
        assertThat(health.problems()).containsExactly("answer 1");
        now.updateAndGet(instant -> instant.plusSeconds(10));
        assertThat(health.problems()).containsExactly("answer 1");
        assertThat(asked).hasValue(1);
    }

    @Test
    void anOldAnswerIsAskedForAgain() throws Exception {
        health.problems();
        now.updateAndGet(instant -> instant.plusSeconds(11));

        assertThat(health.problems()).containsExactly("answer 2");
    }
}
