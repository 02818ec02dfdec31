package dev.siteagent.core.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
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

    @Test
    void whoComesWhileAnotherOneAsksIsGivenTheAnswerBeforeAndDoesNotWait() throws Exception {
        CountDownLatch asking = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        Health slow = new RememberedHealth(
                () -> {
                    asking.countDown();
                    answer.await();
                    return List.of();
                },
                Duration.ofSeconds(10),
                clock);
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<List<String>> first = other.submit(slow::problems);
            asking.await();

            assertThat(slow.problems()).containsExactly("not known yet, the first answer is awaited");

            answer.countDown();
            assertThat(first.get(10, TimeUnit.SECONDS)).isEmpty();
            assertThat(slow.problems()).isEmpty();
        } finally {
            other.shutdownNow();
        }
    }

    @Test
    void aClockThatIsSetBackKeepsNoAnswer() throws Exception {
        health.problems();
        now.updateAndGet(instant -> instant.minusSeconds(3_600));

        assertThat(health.problems()).containsExactly("answer 2");
    }
}
