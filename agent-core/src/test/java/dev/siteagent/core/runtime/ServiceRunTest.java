package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.config.Fingerprint;
import dev.siteagent.core.config.ServiceConfiguration;
import dev.siteagent.core.plugins.Log;
import dev.siteagent.spi.AgentService;
import dev.siteagent.spi.AgentServiceContext;
import dev.siteagent.spi.AgentServiceProvider;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.TransientBackendException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Agent services run as long as the agent does. */
class ServiceRunTest {
    private static final ServiceConfiguration SERVICE =
            new ServiceConfiguration("recorder", "settings", Map.of(), Fingerprint.of("settings"));

    private static final Duration GRACE = Duration.ofSeconds(30);

    private final List<String> happened = new CopyOnWriteArrayList<>();
    private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private final InstantSource clock = () -> now;

    @Test
    void serviceIsStartedWithItsSettingsAndStoppedWithTheRun() throws InterruptedException {
        ServiceRun run = run(new Recorder(0, null));
        run.start();
        happens("started with settings");
        run.close(Duration.ZERO);
        assertThat(happened).containsExactly("started with settings", "stopped", "closed");
    }

    @Test
    void serviceThatCannotStartNowIsStartedAgain() throws InterruptedException {
        ServiceRun run = run(new Recorder(1, new TransientBackendException("not yet", null)));
        run.start();
        happens("started with settings");
        run.close(Duration.ZERO);
        assertThat(happened).containsExactly("failed", "started with settings", "stopped", "closed");
    }

    @Test
    void serviceThatCanNeverRunIsNotStartedAgain() throws InterruptedException {
        ServiceRun run = run(new Recorder(1, new PermanentBackendException("it never will")));
        run.start();
        happens("failed");
        run.close(Duration.ZERO);
        assertThat(happened).containsExactly("failed");
    }

    @Test
    void serviceWhosePluginHasAFaultIsStartedAgainWithALineInTheLogAndNoneOnStderr() throws InterruptedException {
        PrintStream stderr = System.err;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
        try (Log log = new Log()) {
            ServiceRun run = run(new Recorder(1, new IllegalStateException("the plugin is confused")));
            run.start();
            happens("started with settings");
            run.close(Duration.ZERO);

            assertThat(happened).containsExactly("failed", "started with settings", "stopped", "closed");
            assertThat(log.warnings()).singleElement().satisfies(line -> {
                assertThat(line.getFormattedMessage()).contains("Service recorder", "again in");
                assertThat(line.getThrowableProxy().getMessage()).isEqualTo("the plugin is confused");
            });
            assertThat(written.toString(StandardCharsets.UTF_8)).isEmpty();
        } finally {
            System.setErr(stderr);
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {IllegalStateException.class, NoClassDefFoundError.class})
    void serviceThatFailsToStopIsClosedAndTheRunEnds(Class<? extends Throwable> fault) throws Exception {
        Recorder recorder = new Recorder(0, null);
        recorder.whenStopped = () -> raise(fault);
        recorder.whenClosed = () -> raise(fault);
        try (Log log = new Log()) {
            ServiceRun run = run(recorder);
            run.start();
            happens("started with settings");
            run.close(Duration.ZERO);

            assertThat(happened).containsExactly("started with settings", "stopped", "closed");
            assertThat(log.warnings()).hasSize(2).allSatisfy(line -> assertThat(line.getFormattedMessage())
                    .contains("Service recorder"));
            assertThat(run.graceRanOut()).isFalse();
        }
    }

    @Test
    void serviceThatNeedsMoreThanItsGraceToStopIsNoticed() throws InterruptedException {
        Recorder recorder = new Recorder(0, null);
        recorder.whenStopped = () -> now = now.plus(GRACE).plusMillis(1);
        ServiceRun run = run(recorder);
        run.start();
        happens("started with settings");
        run.close(Duration.ZERO);
        assertThat(run.graceRanOut()).isTrue();
    }

    @Test
    void serviceThatStopsWithinItsGraceIsNoProblem() throws InterruptedException {
        Recorder recorder = new Recorder(0, null);
        recorder.whenStopped = () -> now = now.plus(GRACE);
        ServiceRun run = run(recorder);
        run.start();
        happens("started with settings");
        run.close(Duration.ZERO);
        assertThat(run.graceRanOut()).isFalse();
    }

    @Test
    void serviceThatIsUnwellForMoreThanTenMinutesIsToldUntilItIsWell() throws InterruptedException {
        Recorder recorder = new Recorder(0, null);
        ServiceRun run = run(recorder);
        assertThat(run.hung(clock.withZone(ZoneOffset.UTC))).isEmpty();
        run.start();
        happens("started with settings");
        recorder.health = () -> new AgentService.Health(false, "the cluster is away");
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
            run.hung(clock.withZone(ZoneOffset.UTC));
            return happened.contains("asked");
        });

        now = now.plus(Duration.ofMinutes(10));
        assertThat(run.hung(clock.withZone(ZoneOffset.UTC))).isEmpty();
        now = now.plusSeconds(1);
        assertThat(run.hung(clock.withZone(ZoneOffset.UTC))).singleElement().satisfies(line -> assertThat(line)
                .contains("Service recorder", "2026-03-01T12:00:00Z", "the cluster is away"));

        recorder.health = () -> new AgentService.Health(true, "another replica leads");
        assertThat(run.hung(clock.withZone(ZoneOffset.UTC))).isEmpty();
        recorder.health = () -> new AgentService.Health(false, "the cluster is away again");
        assertThat(run.hung(clock.withZone(ZoneOffset.UTC))).isEmpty();
        run.close(Duration.ZERO);
    }

    @Test
    void serviceThatCannotTellItsHealthIsUnwell() throws InterruptedException {
        Recorder recorder = new Recorder(0, null);
        recorder.health = () -> {
            throw new IllegalStateException("the plugin is confused");
        };
        ServiceRun run = run(recorder);
        run.start();
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
            run.hung(clock.withZone(ZoneOffset.UTC));
            return happened.contains("asked");
        });
        now = now.plus(Duration.ofMinutes(11));
        assertThat(run.hung(clock.withZone(ZoneOffset.UTC))).singleElement().satisfies(line -> assertThat(line)
                .contains("the plugin is confused"));
        run.close(Duration.ZERO);
        assertThat(run.hung(clock.withZone(ZoneOffset.UTC))).isEmpty();
    }

    @Test
    void serviceThatHangsWhenAskedForItsHealthCanBeStopped() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        Recorder recorder = new Recorder(0, null);
        recorder.health = () -> {
            asked.countDown();
            Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> answer.getCount() == 0);
            return new AgentService.Health(true, "well");
        };
        ServiceRun run = run(recorder);
        run.start();
        happens("started with settings");
        Thread probe = new Thread(() -> run.hung(clock.withZone(ZoneOffset.UTC)));
        probe.start();
        asked.await();

        run.close(Duration.ZERO);

        assertThat(happened).contains("stopped", "closed");
        assertThat(run.graceRanOut()).isFalse();
        answer.countDown();
        probe.join();
    }

    private static void raise(Class<? extends Throwable> fault) {
        if (fault == NoClassDefFoundError.class) {
            throw new NoClassDefFoundError("gone/Missing");
        }
        throw new IllegalStateException("the plugin is confused");
    }

    private void happens(String what) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> happened.contains(what));
    }

    private ServiceRun run(AgentServiceProvider<?> provider) {
        return new ServiceRun(
                SERVICE,
                Optional.of(provider),
                Map.of(),
                Optional.empty(),
                RunOptions.of(Set.of(Mode.ORDER_PROCESS), false, "1.0", name -> null)
                        .withGrace(GRACE)
                        .withClock(clock.withZone(ZoneOffset.UTC)));
    }

    private final class Recorder implements AgentServiceProvider<String> {
        private int failures;
        private final Exception failure;
        private volatile Supplier<AgentService.Health> health = () -> new AgentService.Health(true, "well");
        private Runnable whenStopped = () -> {};
        private Runnable whenClosed = () -> {};

        Recorder(int failures, Exception failure) {
            this.failures = failures;
            this.failure = failure;
        }

        @Override
        public String type() {
            return "recorder";
        }

        @Override
        public Class<String> settingsType() {
            return String.class;
        }

        @Override
        public AgentService start(AgentServiceContext<String> context) throws BackendException {
            if (failures-- > 0) {
                happened.add("failed");
                if (failure instanceof BackendException expected) {
                    throw expected;
                }
                throw (RuntimeException) failure;
            }
            happened.add("started with " + context.settings());
            return new AgentService() {
                @Override
                public Health health() {
                    if (!happened.contains("asked")) {
                        happened.add("asked");
                    }
                    return health.get();
                }

                @Override
                public void stop(Duration grace) {
                    happened.add("stopped");
                    whenStopped.run();
                }

                @Override
                public void close() {
                    happened.add("closed");
                    whenClosed.run();
                }
            };
        }
    }
}
