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

/** The chores of an offering whose events never come, with a timer that the test sets off. */
class OfferingEventsTest {
    private final List<Runnable> due = new CopyOnWriteArrayList<>();
    private final List<Duration> pauses = new CopyOnWriteArrayList<>();
    private final AtomicInteger checks = new AtomicInteger();
    private final AtomicInteger works = new AtomicInteger();

    private OfferingEvents events() {
        LinkPlan.Source never = doubted -> {
            throw new LinkPlan.PlanException("there is no broker", null);
        };
        List<Chore> chores = List.of(
                new Chore("check", Duration.ofMinutes(30), false, this::check),
                new Chore("work", Duration.ofHours(1), true, works::incrementAndGet));
        return new OfferingEvents(
                "Droplets", never, Map.of(), () -> {}, chores, Workers.start("chores", 2), (pause, work) -> {
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
    void aChoreIsDoneOnItsPeriodAlsoAfterAFailure() {
        try (OfferingEvents events = events()) {
            events.start();
            await().until(() -> due.size() == 2);
            for (int i = 0; i < 3; i++) {
                int done = i;
                // The first is the check's, the second the work's; each leaves one that comes after it.
                due.get(i == 0 ? 0 : 1 + i).run();
                await().until(() -> due.size() == 3 + done);
            }
            await().until(() -> checks.get() == 3);
        }

        assertThat(works).hasValue(0);
        assertThat(pauses).filteredOn(pause -> !pause.isZero()).containsOnly(Duration.ofMinutes(30));
    }

    @Test
    void aChoreOfTheStartIsDoneAtOnceAndThenOnItsPeriod() {
        try (OfferingEvents events = events()) {
            events.start();
            await().until(() -> due.size() == 2);
            due.get(1).run();
            await().until(() -> due.size() == 3);
        }

        assertThat(works).hasValue(1);
        assertThat(pauses).containsExactly(Duration.ofMinutes(30), Duration.ZERO, Duration.ofHours(1));
    }

    @Test
    void nothingIsDoneAnyMoreOnceItIsClosed() {
        OfferingEvents events = events();
        events.start();
        events.close();

        due.forEach(Runnable::run);

        assertThat(checks).hasValue(0);
        assertThat(works).hasValue(0);
    }
}
