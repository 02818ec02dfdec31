package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the cycles of a mode follow each other, end and are interrupted. */
@Timeout(30)
class CycleRunTest {
    private static final Duration SHORT = Duration.ofMillis(5);
    private static final Duration LONG = Duration.ofMinutes(10);

    private Clock clock = Clock.systemUTC();
    private Pulse pulse = new Pulse(clock);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final AtomicInteger cycles = new AtomicInteger();
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger registered = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private CycleRun run;

    /** What a cycle does. */
    @FunctionalInterface
    private interface Body {
        CycleReport run() throws InterruptedException;
    }

    @AfterEach
    void close() throws InterruptedException {
        run.stop();
        run.interrupt();
        ended.await();
        run.close(Duration.ofSeconds(1));
    }

    private void start(boolean once, Duration period, Duration grace, Duration still, Body body) {
        OfferingCycle cycle = new OfferingCycle() {
            @Override
            public CycleReport run() throws InterruptedException {
                most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                try {
                    cycles.incrementAndGet();
                    return body.run();
                } finally {
                    atOnce.decrementAndGet();
                }
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
        run = new CycleRun(
                new CycleSettings("Files", Mode.MEMBERSHIP_SYNC, once, period, grace, still, clock, this::heard),
                pulse,
                cycle,
                registered::incrementAndGet,
                ended::countDown);
        run.start();
    }

    private void heard(String offering, Mode mode, boolean good, Duration took) {
        assertThat(took).isGreaterThanOrEqualTo(Duration.ZERO);
        heard.add(offering + " " + mode.wireName() + " " + good);
    }

    private static CycleReport good() {
        return CycleReport.done("all in step", List.of());
    }

    @Test
    void onceIsOneCycleWhoseProblemsAreTold() throws Exception {
        start(true, LONG, LONG, LONG, () -> CycleReport.done("one failed", List.of("resource 1: refused")));
        ended.await();

        assertThat(cycles).hasValue(1);
        assertThat(run.report().orElseThrow().problems())
                .containsExactly("offering Files, membership_sync: resource 1: refused");
        assertThat(heard).containsExactly("Files membership_sync false");
        Awaitility.await().until(() -> registered.get() == 1);
    }

    @Test
    void cyclesFollowEachOtherAndNeverMeet() throws Exception {
        CountDownLatch three = new CountDownLatch(3);
        start(false, SHORT, LONG, LONG, () -> {
            three.countDown();
            return good();
        });
        three.await();
        run.stop();
        ended.await();

        assertThat(most).hasValue(1);
        assertThat(run.report().orElseThrow().problems()).isEmpty();
    }

    @Test
    void stopLetsTheCycleEndWithinItsGrace() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        start(false, LONG, LONG, LONG, () -> {
            begun.countDown();
            while (!pulse.stopping()) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            return good();
        });
        begun.await();
        run.stop();
        ended.await();

        assertThat(run.report().orElseThrow().graceRanOut()).isFalse();
    }

    @Test
    void cycleThatOutlastsTheGraceIsInterrupted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        start(false, LONG, Duration.ofMillis(50), LONG, () -> {
            begun.countDown();
            new CountDownLatch(1).await();
            return good();
        });
        begun.await();
        run.stop();
        ended.await();

        assertThat(run.report().orElseThrow().graceRanOut()).isTrue();
    }

    @Test
    void cycleThatDoesNotMoveIsInterruptedAndFollowedByAnother() throws Exception {
        CountDownLatch second = new CountDownLatch(2);
        start(false, SHORT, LONG, Duration.ofMillis(50), () -> {
            second.countDown();
            new CountDownLatch(1).await();
            return good();
        });
        second.await();

        assertThat(most).hasValue(1);
    }

    @Test
    void faultOfTheAgentFailsOneCycleOnly() throws Exception {
        CountDownLatch second = new CountDownLatch(2);
        start(false, SHORT, LONG, LONG, () -> {
            second.countDown();
            throw new IllegalStateException("a fault");
        });
        second.await();

        assertThat(run.alive(clock)).isTrue();
    }

    @Test
    void offeringThatIsRefusedIsNotTriedAgain() throws Exception {
        start(false, SHORT, LONG, LONG, () -> CycleReport.disabled("the token is missing"));
        ended.await();

        assertThat(cycles).hasValue(1);
        assertThat(run.report().orElseThrow().disabled()).contains("the token is missing");
    }

    @Test
    void backendIsClosedOnceAfterTheLastCycle() throws Exception {
        start(true, LONG, LONG, LONG, CycleRunTest::good);
        ended.await();
        assertThat(closed).hasValue(0);

        run.close(Duration.ofSeconds(1));

        assertThat(closed).hasValue(1);
    }

    @Test
    void cycleThatIgnoresItsInterruptShowsAsOneThatHangs() throws Exception {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
        clock = ((InstantSource) now::get).withZone(ZoneOffset.UTC);
        pulse = new Pulse(clock);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        start(false, LONG, LONG, Duration.ofMinutes(15), () -> {
            begun.countDown();
            while (true) {
                try {
                    end.await();
                    return good();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                }
            }
        });
        begun.await();
        now.updateAndGet(instant -> instant.plus(Duration.ofMinutes(15)).plusSeconds(1));
        interrupted.await();
        assertThat(run.alive(clock)).isTrue();

        now.updateAndGet(instant -> instant.plus(Duration.ofMinutes(2)));

        assertThat(run.alive(clock)).isFalse();
        assertThat(run.hung()).contains("Files", "has not moved on since 2026-01-01T00:00:00Z");
        end.countDown();
        Awaitility.await().until(() -> run.alive(clock));
    }

    /** Cycles of an hour's period; returns the time, which stands still until the test moves it. */
    private AtomicReference<Instant> hourly(Body body) {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
        clock = ((InstantSource) now::get).withZone(ZoneOffset.UTC);
        pulse = new Pulse(clock);
        start(false, Duration.ofHours(1), LONG, LONG, body);
        return now;
    }

    @Test
    void cycleThatFailedAsAWholeIsFollowedAfterAMinute() throws Exception {
        AtomicReference<Instant> now = hourly(() -> CycleReport.failed("Waldur is away"));
        Awaitility.await().until(() -> heard.size() == 1);
        // The clock stands still meanwhile, so that the rest of a minute has begun or begins now.
        Awaitility.await().during(Duration.ofMillis(300)).until(() -> cycles.get() == 1);

        now.updateAndGet(instant -> instant.plusSeconds(60));

        Awaitility.await().until(() -> cycles.get() == 2);
    }

    @Test
    void cycleWithProblemsOfSingleResourcesIsFollowedAfterItsPeriod() throws Exception {
        AtomicReference<Instant> now = hourly(() -> CycleReport.done("one failed", List.of("resource 1: refused")));
        Awaitility.await().until(() -> heard.size() == 1);
        Awaitility.await().during(Duration.ofMillis(300)).until(() -> cycles.get() == 1);

        now.updateAndGet(instant -> instant.plusSeconds(61));
        Awaitility.await().during(Duration.ofMillis(1_200)).until(() -> cycles.get() == 1);
        now.updateAndGet(instant -> instant.plusSeconds(3_600));

        Awaitility.await().until(() -> cycles.get() == 2);
    }
}
