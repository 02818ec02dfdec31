package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.ConfigurationReader;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.AgentSnapshot;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs: a configuration file, a plugin jar, a simulated Waldur. */
@Timeout(120)
class AgentRunTest {
    @TempDir
    private static Path plugins;

    private static PluginHost host;

    @TempDir
    private Path folder;

    private final WaldurSandbox waldur = WaldurSandbox.start();
    private UUID offering;
    private UUID project;
    private Path machines;

    @BeforeAll
    static void load() {
        FolderCloud.writeTo(plugins);
        host = new PluginHost(plugins);
        host.start();
    }

    @AfterAll
    static void unload() {
        host.close();
    }

    @BeforeEach
    void publish() throws IOException {
        offering = waldur.addOffering(NewOffering.ofMachines("Folders"));
        project = waldur.people().addProject("Water");
        machines = Files.createDirectory(folder.resolve("machines"));
    }

    @AfterEach
    void close() {
        waldur.close();
    }

    @Test
    void onceCarriesCreateAndTerminateOutAndEndsWithStatus0() throws Exception {
        OrderSnapshot create = order();

        RunResult first = run(configuration(offering("Folders", offering, "folder: " + machines)));

        assertThat(first.exitStatus()).isEqualTo(RunResult.GOOD);
        assertThat(waldur.order(create.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
        assertThat(waldur.resource(create.resource()).backendId()).isEqualTo(files().get(0));
        OrderSnapshot terminate = waldur.terminateOrder(create.resource());

        RunResult second = run(configuration(offering("Folders", offering, "folder: " + machines)));

        assertThat(second.exitStatus()).isEqualTo(RunResult.GOOD);
        assertThat(waldur.order(terminate.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
        assertThat(files()).isEmpty();
        assertThat(waldur.failures()).isEmpty();
    }

    /** At the start of a large agent orders are to wait for nothing that could be done after them. */
    @Test
    void ordersAreAskedForBeforeTheAgentRegisters() throws Exception {
        run(configuration(offering("Folders", offering, "folder: " + machines)));

        List<String> paths = waldur.requests().all().stream()
                .map(request -> request.path())
                .filter(path -> path.contains("marketplace-orders") || path.contains("identities"))
                .toList();
        assertThat(paths.get(0)).contains("marketplace-orders");
        assertThat(waldur.agents()).hasSize(1);
    }

    @Test
    void agentRegistersIdentityServiceAndProcessor() throws Exception {
        run(configuration(offering("Folders", offering, "folder: " + machines)));
        run(configuration(offering("Folders", offering, "folder: " + machines)));

        assertThat(waldur.agents()).singleElement().satisfies(agent -> {
            assertThat(agent.name()).isEqualTo("agent-" + offering);
            JsonNode described = agent.described();
            assertThat(described.path("config_file_path").asText("x")).isEmpty();
            assertThat(described.path("config_file_content").asText("x")).isEmpty();
            assertThat(described.path("dependencies").toString()).contains("folders", "1.2.3");
            assertThat(agent.services()).extracting(AgentSnapshot.Service::mode).containsExactly("order_process");
            assertThat(agent.services().get(0).processors()).hasSize(1);
        });
    }

    @Test
    void failedRegistrationStopsNothing() throws Exception {
        waldur.faults()
                .on(Requests.under("/api/marketplace-site-agent-identities/"))
                .always(Fault.answer(Response.text(403, "no")));
        OrderSnapshot create = order();

        RunResult result = run(configuration(offering("Folders", offering, "folder: " + machines)));

        assertThat(result.exitStatus()).isEqualTo(RunResult.GOOD);
        assertThat(waldur.order(create.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
    }

    @Test
    void cycleWithoutOrdersReadsTheOfferingOnceAndTheOrders() throws Exception {
        run(configuration(offering("Folders", offering, "folder: " + machines)));

        assertThat(waldur.requests().all(Requests.under("/api/marketplace-provider-offerings/")))
                .hasSize(1);
        assertThat(waldur.requests().all(Requests.under("/api/marketplace-orders/")))
                .hasSize(1);
    }

    @Test
    void backendThatRefusesLeavesNoOfferingAndStatus2() throws Exception {
        RunResult result = run(configuration(offering("Folders", offering, "{}")));

        assertThat(result.exitStatus()).isEqualTo(RunResult.UNUSABLE);
        assertThat(result.problems())
                .singleElement()
                .asString()
                .contains("offering Folders is disabled", "the setting folder is missing");
    }

    @Test
    void refusalIsKnownAlsoWhileWaldurIsDown() throws Exception {
        waldur.faults().on(Requests.any()).always(Fault.answer(Response.text(404, "nothing here")));

        RunResult result = run(configuration(offering("Folders", offering, "{}")));

        assertThat(result.exitStatus()).isEqualTo(RunResult.UNUSABLE);
    }

    @Test
    void offeringWhoseBackendRefusesDoesNotDisturbTheOthers() throws Exception {
        OrderSnapshot create = order();
        UUID other = waldur.addOffering(NewOffering.ofMachines("Other"));

        RunResult result = run(
                configuration(offering("Broken", other, "{}"), offering("Folders", offering, "folder: " + machines)));

        assertThat(result.exitStatus()).isEqualTo(RunResult.GOOD);
        assertThat(waldur.order(create.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
    }

    @Test
    void failedWorkEndsWithStatus1() throws Exception {
        OrderSnapshot create = order();
        Files.delete(machines);

        RunResult result = run(configuration(offering("Folders", offering, "folder: " + machines)));

        assertThat(result.exitStatus()).isEqualTo(RunResult.FAILED);
        assertThat(result.problems())
                .singleElement()
                .asString()
                .contains(create.uuid().toString());
    }

    @Test
    void backendUnderMaintenanceSkipsTheCycleAndIsNoFailure() throws Exception {
        OrderSnapshot create = order();
        Files.createFile(machines.resolve("maintenance"));

        RunResult result = run(configuration(offering("Folders", offering, "folder: " + machines)));

        assertThat(result.exitStatus()).isEqualTo(RunResult.GOOD);
        assertThat(waldur.order(create.uuid()).state()).isEqualTo(OrderSnapshot.State.PENDING_PROVIDER);
    }

    @Test
    void backendThatFailsItsPreflightSkipsTheCycleAndIsAFailure() throws Exception {
        OrderSnapshot create = order();
        Files.createFile(machines.resolve("broken"));

        RunResult result = run(configuration(offering("Folders", offering, "folder: " + machines)));

        assertThat(result.exitStatus()).isEqualTo(RunResult.FAILED);
        assertThat(result.problems()).singleElement().asString().contains("the disk is broken");
        assertThat(waldur.order(create.uuid()).state()).isEqualTo(OrderSnapshot.State.PENDING_PROVIDER);
    }

    @Test
    void interruptedRunEndsAtOnce() throws Exception {
        AgentRun run =
                new AgentRun(configuration(offering("Folders", offering, "folder: " + machines)), host, options(false));
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                run.run();
                thrown.complete(new AssertionError("the run ended by itself"));
            } catch (InterruptedException | RuntimeException e) {
                thrown.complete(e);
            }
        });
        thread.start();
        Awaitility.await().until(() -> Files.exists(folder.resolve("heartbeat")));

        thread.interrupt();

        assertThat(thrown.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void usageIsReportedOnceWhereTheBackendMeasuresIt() throws Exception {
        UUID measured = waldur.addOffering(NewOffering.named("Measured").component("hours", "usage", "Hours"));
        UUID resource = waldur.addResource(measured, project, NewOrder.named("old"), "vm-1");
        Files.writeString(machines.resolve("usage"), "12.345");
        RunOptions report = options(Set.of(Mode.REPORT), true);

        RunResult result = new AgentRun(
                        configuration(
                                offering("Measured", measured, "{folder: " + machines + ", measures: true}"),
                                offering("Folders", offering, "folder: " + machines)),
                        host,
                        report)
                .run();

        assertThat(result).isEqualTo(new RunResult(RunResult.GOOD, false, List.of()));
        assertThat(waldur.usages(resource)).singleElement().satisfies(usage -> {
            assertThat(usage.component()).isEqualTo("hours");
            assertThat(usage.amount()).isEqualByComparingTo("12.34");
        });
        assertThat(waldur.agents())
                .filteredOn(agent -> agent.name().equals("agent-" + measured))
                .singleElement()
                .satisfies(agent -> assertThat(agent.services())
                        .extracting(AgentSnapshot.Service::mode)
                        .containsExactly("report"));
    }

    @Test
    void usageThatCannotBeReadEndsWithStatus1AndErrsNoResource() throws Exception {
        UUID measured = waldur.addOffering(NewOffering.named("Measured").component("hours", "usage", "Hours"));
        UUID resource = waldur.addResource(measured, project, NewOrder.named("old"), "vm-1");

        RunResult result = new AgentRun(
                        configuration(offering("Measured", measured, "{folder: " + machines + ", measures: true}")),
                        host,
                        options(Set.of(Mode.REPORT), true))
                .run();

        assertThat(result.exitStatus()).isEqualTo(RunResult.FAILED);
        assertThat(result.problems()).singleElement().asString().contains("Measured", "report", "no meter");
        assertThat(waldur.resource(resource).state()).isEqualTo(ResourceSnapshot.State.OK);
    }

    @Test
    void offeringsWithEventsOrWithoutOrderBackendAreSkipped() throws Exception {
        UUID second = waldur.addOffering(NewOffering.ofMachines("Second"));
        waldur.createOrder(second, project, NewOrder.named("b"));
        order();

        RunResult result = run(configuration(
                offering("Events", offering, "folder: " + machines) + "    stomp_enabled: true\n",
                offering("Members only", second, "folder: " + machines) + "    membership_sync_backend: folders\n"));

        assertThat(result.exitStatus()).isEqualTo(RunResult.GOOD);
        assertThat(files()).isEmpty();
        assertThat(waldur.requests().all()).isEmpty();
    }

    @Test
    void hangingOfferingDelaysNoOther() throws Exception {
        UUID other = waldur.addOffering(NewOffering.ofMachines("Other"));
        Path hanging = Files.createDirectory(folder.resolve("hanging"));
        Files.createFile(hanging.resolve("hang"));
        waldur.createOrder(other, project, NewOrder.named("stuck"));
        OrderSnapshot create = order();
        AgentRun run = new AgentRun(
                configuration(
                        offering("Hanging", other, "folder: " + hanging),
                        offering("Folders", offering, "folder: " + machines)),
                host,
                options(false).withGrace(Duration.ofMillis(200)));
        Future<RunResult> result = start(run);

        waldur.waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
        run.stop();

        assertThat(result.get(30, TimeUnit.SECONDS).graceRanOut()).isTrue();
    }

    @Test
    void runningAgentTakesOrdersUpBeatsAndStops() throws Exception {
        AgentRun run =
                new AgentRun(configuration(offering("Folders", offering, "folder: " + machines)), host, options(false));
        Future<RunResult> result = start(run);
        Awaitility.await().until(() -> Files.exists(folder.resolve("heartbeat")));
        OrderSnapshot create = order();

        waldur.waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
        run.stop();

        assertThat(result.get(30, TimeUnit.SECONDS)).isEqualTo(new RunResult(RunResult.GOOD, false, List.of()));
    }

    @Test
    void agentWithNothingToPollIdlesUntilItIsStopped() throws Exception {
        AgentRun run = new AgentRun(
                configuration(offering("Events", offering, "folder: " + machines) + "    stomp_enabled: true\n"),
                host,
                options(false));
        Future<RunResult> result = start(run);
        Awaitility.await().until(() -> Files.exists(folder.resolve("heartbeat")));
        assertThat(result.isDone()).isFalse();

        run.stop();

        assertThat(result.get(30, TimeUnit.SECONDS).exitStatus()).isEqualTo(RunResult.GOOD);
    }

    @Test
    void serviceThatOutlivesItsGraceIsInterruptedAndTold() throws Exception {
        AgentRun run = new AgentRun(
                configuration(offering("Folders", offering, "folder: " + machines), "services: [{type: clinger}]\n"),
                host,
                options(false).withGrace(Duration.ZERO));
        Future<RunResult> result = start(run);
        Awaitility.await().until(() -> Files.exists(folder.resolve("heartbeat")));

        run.stop();

        assertThat(result.get(30, TimeUnit.SECONDS).graceRanOut()).isTrue();
    }

    @Test
    void serviceThatIsUnwellForMoreThanTenMinutesHangsTheAgent() throws Exception {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));
        InstantSource clock = now::get;
        AgentRun run = new AgentRun(
                configuration(
                        offering("Events", offering, "folder: " + machines) + "    stomp_enabled: true\n",
                        "services: [{type: clinger}]\n"),
                host,
                options(false).withGrace(Duration.ZERO).withClock(clock.withZone(ZoneOffset.UTC)));
        Future<RunResult> result = start(run);

        Awaitility.await().until(() -> {
            boolean well = run.hung().isEmpty();
            now.updateAndGet(instant -> instant.plus(Duration.ofMinutes(11)));
            return !well;
        });

        assertThat(run.hung()).singleElement().asString().contains("Service clinger", "here to stay");
        run.stop();
        result.get(30, TimeUnit.SECONDS);
    }

    private OrderSnapshot order() {
        return waldur.createOrder(offering, project, NewOrder.named("web").limit("cpu", 1));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(machines)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private String offering(String name, UUID uuid, String settings) {
        return """
                - name: %s
                  waldur_api_url: %s
                  waldur_api_token: %s
                  waldur_offering_uuid: %s
                  backend_type: folders
                  backend_settings:
                    %s
                """.formatted(name, waldur.apiUrl(), waldur.token(), uuid, settings)
                .indent(2);
    }

    private AgentConfiguration configuration(String... offerings) throws IOException {
        Path file = Files.writeString(folder.resolve("config.yaml"), "offerings:\n" + String.join("", offerings));
        ConfigurationResult result = new ConfigurationReader(host.registry(), name -> null).read(file);
        assertThat(result.configuration()).as(result.problems().toString()).isPresent();
        return result.configuration().get();
    }

    private RunOptions options(boolean once) {
        return options(Set.of(Mode.ORDER_PROCESS), once);
    }

    private RunOptions options(Set<Mode> modes, boolean once) {
        Map<Mode, Duration> periods = new EnumMap<>(Mode.class);
        for (Mode mode : Mode.values()) {
            periods.put(mode, Duration.ofMillis(100));
        }
        return RunOptions.of(modes, once, "1.0", name -> null)
                .withPeriods(new Periods(periods))
                .withHeartbeat(folder.resolve("heartbeat"));
    }

    private RunResult run(AgentConfiguration configuration) throws InterruptedException {
        return new AgentRun(configuration, host, options(true)).run();
    }

    private static Future<RunResult> start(AgentRun run) {
        CompletableFuture<RunResult> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(run.run());
            } catch (InterruptedException | RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }
}
