package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.siteagent.core.config.ConfigurationReader;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.plugins.Log;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two offerings in one agent, one of them with a plugin that misbehaves. */
@Timeout(120)
class BadNeighbourTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private final WaldurSandbox waldur = WaldurSandbox.start();
    private final UUID bad = waldur.addOffering(NewOffering.ofMachines("Bad"));
    private final UUID good = waldur.addOffering(NewOffering.ofMachines("Good"));
    private final UUID project = waldur.people().addProject("Water");
    private Path badMachines;
    private PluginHost host;
    private AgentRun run;
    private Thread agent;

    @BeforeEach
    void start() throws IOException {
        Path plugins = Files.createDirectory(folder.resolve("plugins"));
        badMachines = Files.createDirectory(folder.resolve("bad"));
        FolderCloud.writeTo(plugins);
        host = new PluginHost(plugins);
        host.start();
        Path file = Files.writeString(
                folder.resolve("config.yaml"),
                "offerings:\n"
                        + offering("Bad", bad, badMachines)
                        + offering("Good", good, Files.createDirectory(folder.resolve("good"))));
        ConfigurationResult read = new ConfigurationReader(host.registry(), name -> null).read(file);
        InstantSource clock = now::get;
        Periods often = new Periods(Arrays.stream(Mode.values())
                .collect(Collectors.toMap(Function.identity(), mode -> Duration.ofMillis(100))));
        run = new AgentRun(
                read.configuration().orElseThrow(),
                host,
                RunOptions.of(Set.of(Mode.ORDER_PROCESS), false, "1.0", name -> null)
                        .withPeriods(often)
                        .withGrace(Duration.ofSeconds(5))
                        .withHeartbeat(folder.resolve("heartbeat"))
                        .withClock(clock.withZone(ZoneOffset.UTC)));
        agent = new Thread(() -> {
            try {
                run.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        agent.start();
    }

    @AfterEach
    void stop() throws Exception {
        Files.deleteIfExists(badMachines.resolve("deaf"));
        run.stop();
        Awaitility.await().atMost(SOON).until(() -> {
            timePasses(Duration.ofSeconds(1));
            return !agent.isAlive();
        });
        host.close();
        waldur.close();
    }

    @Test
    void callThatIgnoresItsInterruptIsToldWithItsPlaceAndNobodyElseWaits() throws Exception {
        Files.createFile(badMachines.resolve("deaf"));
        OrderSnapshot stuck = order(bad, "stuck");
        done(order(good, "first"));
        Awaitility.await()
                .atMost(SOON)
                .until(() -> waldur.order(stuck.uuid()).state() == OrderSnapshot.State.EXECUTING);

        try (Log log = new Log()) {
            Awaitility.await().atMost(SOON).untilAsserted(() -> {
                timePasses(Duration.ofMinutes(31));
                assertThat(log.warnings())
                        .extracting(ILoggingEvent::getFormattedMessage)
                        .anySatisfy(line -> assertThat(line)
                                .contains("of stuck", "it is interrupted", "folders.Provider$Backend.create"));
            });
        }
        done(order(good, "second"));
        assertThat(waldur.order(stuck.uuid()).state()).isEqualTo(OrderSnapshot.State.EXECUTING);

        Files.delete(badMachines.resolve("deaf"));
        done(stuck);
        assertThat(machines(badMachines)).isEqualTo(1);
    }

    @Test
    void errorOfAPluginErrsItsOrderAndNothingElse() throws Exception {
        Files.createFile(badMachines.resolve("error"));
        OrderSnapshot erring = order(bad, "erring");

        Awaitility.await().atMost(SOON).until(() -> waldur.order(erring.uuid()).state() == OrderSnapshot.State.ERRED);
        assertThat(waldur.order(erring.uuid()).errorMessage()).contains("AssertionError: mine");
        done(order(good, "first"));
        Files.delete(badMachines.resolve("error"));
        done(order(bad, "next"));
    }

    private void timePasses(Duration duration) {
        now.updateAndGet(instant -> instant.plus(duration));
    }

    private OrderSnapshot order(UUID offering, String name) {
        return waldur.createOrder(offering, project, NewOrder.named(name).limit("cpu", 1));
    }

    private void done(OrderSnapshot order) {
        Awaitility.await().atMost(SOON).untilAsserted(() -> {
            timePasses(Duration.ofMillis(100));
            assertThat(waldur.order(order.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
        });
    }

    private static long machines(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("vm-"))
                    .count();
        }
    }

    private String offering(String name, UUID uuid, Path machines) {
        return """
                - name: %s
                  waldur_api_url: %s
                  waldur_api_token: %s
                  waldur_offering_uuid: %s
                  backend_type: folders
                  backend_settings: {folder: %s}
                """.formatted(name, waldur.apiUrl(), waldur.token(), uuid, machines)
                .indent(2);
    }
}
