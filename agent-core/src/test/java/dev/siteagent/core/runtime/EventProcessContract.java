package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.ConfigurationReader;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.events.stomp.BrokerAddress;
import dev.siteagent.core.events.stomp.TestedBroker;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.stomp.WaldurEvents;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The mode {@code event_process} as a whole, with any broker. Nothing is polled for: the period is an hour. */
@Timeout(180)
abstract class EventProcessContract {
    @TempDir
    private static Path plugins;

    private static PluginHost host;

    @TempDir
    private Path folder;

    private final WaldurSandbox waldur = WaldurSandbox.start();
    private final List<AgentRun> runs = new ArrayList<>();
    private final List<Future<RunResult>> results = new ArrayList<>();
    private WaldurEvents events;
    private UUID offering;
    private UUID project;
    private Path machines;

    /** Returns the broker, running. */
    abstract TestedBroker broker();

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
        events = new WaldurEvents(waldur, broker());
        offering = waldur.addOffering(NewOffering.ofMachines("Folders"));
        project = waldur.people().addProject("Water");
        machines = Files.createDirectory(folder.resolve("machines"));
    }

    @AfterEach
    void close() throws Exception {
        runs.forEach(AgentRun::stop);
        for (Future<RunResult> result : results) {
            result.get(60, TimeUnit.SECONDS);
        }
        events.close();
        waldur.close();
    }

    @Test
    void anOrderEventBecomesADoneOrder() throws Exception {
        startListening();
        OrderSnapshot create = order("web");

        waldur.waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
        OrderSnapshot terminate = waldur.terminateOrder(create.resource());
        waldur.waitFor(terminate.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));

        assertThat(files()).isEmpty();
        await().atMost(Duration.ofSeconds(20)).until(() -> events.atTheBroker() == 0);
        assertThat(waldur.failures()).isEmpty();
    }

    @Test
    void ordersOfBeforeTheStartAreTakenUpFirst() throws Exception {
        OrderSnapshot create = order("web");

        startListening();

        waldur.waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
    }

    @Test
    void ordersOfWhileNobodyListenedAreTakenUpWhenTheAgentComesBack() throws Exception {
        AgentRun first = startListening();
        stop(first);
        OrderSnapshot create = order("web");
        await().until(() -> events.published() > 0);

        startListening();

        waldur.waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
        await().atMost(Duration.ofSeconds(20)).until(() -> events.atTheBroker() == 0);
    }

    @Test
    void anAgentThatDiesDuringTheWorkLeavesTheEventAndTheNextOneEndsTheOrderWithOneMachine() throws Exception {
        AgentRun first = startListening();
        Files.createFile(machines.resolve("hang"));
        OrderSnapshot create = order("web");
        waldur.waitFor(create.uuid(), OrderSnapshot.State.EXECUTING, Duration.ofSeconds(30));

        stop(first);
        assertThat(waldur.order(create.uuid()).state()).isEqualTo(OrderSnapshot.State.EXECUTING);
        await().atMost(Duration.ofSeconds(20)).until(() -> events.atTheBroker() == 2);
        Files.delete(machines.resolve("hang"));
        startListening();

        waldur.waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
        assertThat(files()).hasSize(1);
        await().atMost(Duration.ofSeconds(20)).until(() -> events.atTheBroker() == 0);
    }

    @Test
    void aRestartOfTheBrokerUnderTwoHundredMessagesLosesNoOrder() throws Exception {
        startListening();
        List<OrderSnapshot> orders = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            orders.add(order("before-" + i));
        }
        broker().restart();
        for (int i = 0; i < 100; i++) {
            orders.add(order("after-" + i));
        }

        for (OrderSnapshot order : orders) {
            waldur.waitFor(order.uuid(), OrderSnapshot.State.DONE, Duration.ofMinutes(2));
        }
        assertThat(files()).hasSize(200);
        await().atMost(Duration.ofMinutes(1)).until(() -> events.atTheBroker() == 0);
        assertThat(waldur.failures()).isEmpty();
    }

    @Test
    void ordersWithoutAnEventAreTakenUpByTheReconciliation() throws Exception {
        startListening(options(false).withPeriods(periods(Duration.ofMillis(200))));
        events.close();

        OrderSnapshot create = order("web");

        waldur.waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
    }

    @Test
    void anAgentThatTheBrokerRefusesAsksWaldurForItsSubscriptionAgain() throws Exception {
        startListening();
        int listed = lists();
        events.lockOut();
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            events.virtualHosts().forEach(broker()::cutConnections);
            return lists() > listed;
        });

        OrderSnapshot create = order("web");

        waldur.waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
    }

    @Test
    void eventsOfStatesThatNeedNothingCostNoRequest() throws Exception {
        startListening();
        int before = waldur.requests().all().size();
        for (String state : List.of("done", "erred", "canceled", "rejected", "pending-consumer", "pending-project")) {
            events.publish(offering, UUID.randomUUID(), state);
        }
        await().until(() -> events.published() == 6);

        await().atMost(Duration.ofSeconds(20)).until(() -> events.atTheBroker() == 0);
        assertThat(waldur.requests().all()).hasSize(before);
    }

    @Test
    void anOrderOfTwoEventsIsReadOnce() throws Exception {
        startListening();
        OrderSnapshot create = order("web");
        waldur.waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
        await().until(() -> events.published() == 3);
        await().atMost(Duration.ofSeconds(20)).until(() -> events.atTheBroker() == 0);

        assertThat(waldur.requests().all(Requests.under("/api/marketplace-orders/" + create.uuid())))
                .filteredOn(request -> request.method().equals("GET"))
                .hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void onceIsTheStartUpPassAndListensToNothing() throws Exception {
        OrderSnapshot create = order("web");
        RunOptions options = options(true);

        RunResult result = new AgentRun(configuration(), host, options).run();

        assertThat(result.exitStatus()).isEqualTo(RunResult.GOOD);
        assertThat(waldur.order(create.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
        assertThat(events.queues()).isZero();
    }

    @Test
    void anEventOfAnOrderThatWaldurDoesNotHaveIsDropped() throws Exception {
        startListening();
        events.publish(offering, UUID.randomUUID(), "executing");
        await().until(() -> events.published() == 1);

        await().atMost(Duration.ofSeconds(20)).until(() -> events.atTheBroker() == 0);
    }

    private OrderSnapshot order(String name) {
        return waldur.createOrder(offering, project, NewOrder.named(name).limit("cpu", 1));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(machines)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("vm-"))
                    .toList();
        }
    }

    /** Starts an agent and waits until it listens and has done what it does at the start. */
    private AgentRun startListening() throws IOException {
        return startListening(options(false));
    }

    private AgentRun startListening(RunOptions options) throws IOException {
        int listed = lists();
        AgentRun run = new AgentRun(configuration(), host, options.withGrace(Duration.ofMillis(300)));
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
        runs.add(run);
        results.add(result);
        // One list at the start, and one more once it listens.
        await().atMost(Duration.ofSeconds(30)).until(() -> lists() >= listed + 2);
        return run;
    }

    private int lists() {
        return (int) waldur.requests().all(Requests.under("/api/marketplace-orders/")).stream()
                .filter(request -> request.path().equals("/api/marketplace-orders/"))
                .count();
    }

    private void stop(AgentRun run) throws Exception {
        run.stop();
        results.get(runs.indexOf(run)).get(30, TimeUnit.SECONDS);
    }

    private AgentConfiguration configuration() throws IOException {
        BrokerAddress address = broker().address(false, true);
        String text = """
                offerings:
                  - name: Folders
                    waldur_api_url: %s
                    waldur_api_token: %s
                    waldur_offering_uuid: %s
                    backend_type: folders
                    backend_settings:
                      folder: %s
                    stomp_enabled: true
                    websocket_use_tls: false
                    stomp_ws_host: %s
                    stomp_ws_port: %d
                    stomp_ws_path: %s
                """.formatted(
                waldur.apiUrl(), waldur.token(), offering, machines, address.host(), address.port(), address.path());
        Path file = Files.writeString(folder.resolve("config.yaml"), text);
        ConfigurationResult result = new ConfigurationReader(host.registry(), name -> null).read(file);
        assertThat(result.configuration()).as(result.problems().toString()).isPresent();
        return result.configuration().get();
    }

    private static Periods periods(Duration each) {
        Map<Mode, Duration> periods = new EnumMap<>(Mode.class);
        for (Mode mode : Mode.values()) {
            periods.put(mode, each);
        }
        return new Periods(periods);
    }

    private RunOptions options(boolean once) {
        return RunOptions.of(Set.of(Mode.EVENT_PROCESS), once, "1.0", name -> null)
                .withHeartbeat(folder.resolve("heartbeat"));
    }
}
