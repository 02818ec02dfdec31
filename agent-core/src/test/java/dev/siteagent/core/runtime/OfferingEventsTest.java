package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.siteagent.core.events.stomp.LinkPlan;
import dev.siteagent.core.waldur.RetryPolicy;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurConnection;
import dev.siteagent.core.waldur.WaldurCredentials;
import dev.siteagent.spi.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The health checks of an offering whose events never come, with a timer that the test sets off. */
class OfferingEventsTest {
    private final List<Runnable> due = new CopyOnWriteArrayList<>();
    private final List<Duration> pauses = new CopyOnWriteArrayList<>();
    private final AtomicInteger checks = new AtomicInteger();

    private OfferingEvents events() {
        LinkPlan.Source never = doubted -> {
            throw new LinkPlan.PlanException("there is no broker", null);
        };
        return new OfferingEvents("Droplets", never, Map.of(), () -> {}, this::check, (pause, work) -> {
            pauses.add(pause);
            due.add(work);
        });
    }

    private void check() throws InterruptedException {
        if (checks.incrementAndGet() == 1) {
            // Nobody listens there.
            WaldurConnection nowhere = WaldurConnection.to(
                    "http://127.0.0.1:1/api/", new WaldurCredentials.Token(Secret.of("token")), "test");
            WaldurClient.builder(nowhere)
                    .retryPolicy(new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofSeconds(1)))
                    .build()
                    .me();
        }
    }

    @Test
    void asksEveryHalfHourAlsoAfterAFailure() {
        try (OfferingEvents events = events()) {
            events.start();
            for (int i = 0; i < 3; i++) {
                int done = i;
                await().until(() -> due.size() == done + 1);
                due.get(i).run();
            }
            await().until(() -> checks.get() == 3);
        }

        assertThat(pauses).containsOnly(Duration.ofMinutes(30));
    }

    @Test
    void asksNoMoreOnceItIsClosed() {
        OfferingEvents events = events();
        events.start();
        events.close();

        due.forEach(Runnable::run);

        assertThat(checks).hasValue(0);
    }
}
