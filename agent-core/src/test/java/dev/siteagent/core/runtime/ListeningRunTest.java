package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.siteagent.core.events.EventWork;
import dev.siteagent.core.events.stomp.LinkPlan;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A mode whose events end though nobody ended them. */
class ListeningRunTest {
    private static final Clock CLOCK = Clock.systemUTC();

    @Test
    void aModeWhoseLinkHasEndedHangsUntilItIsStopped() throws InterruptedException {
        LinkPlan.Source interrupted = doubted -> {
            throw new InterruptedException();
        };
        OfferingEvents events = new OfferingEvents(
                "Droplets",
                interrupted,
                Map.of(),
                () -> {},
                List.of(),
                Workers.start("events", 1),
                EventWork.Timer.SYSTEM);
        ListeningRun run = new ListeningRun(new IdleMode(Optional.empty()), events);
        assertThat(run.alive(CLOCK)).isTrue();

        events.start();
        await().until(() -> !run.alive(CLOCK));
        assertThat(run.hung()).isEqualTo("offering Droplets: the thread that listens to its events has ended");
        run.stop();

        assertThat(run.alive(CLOCK)).isTrue();
        run.close(Duration.ofSeconds(1));
    }
}
