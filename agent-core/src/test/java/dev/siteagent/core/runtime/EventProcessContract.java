package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.util.List;
import java.util.UUID;
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

    private EventProcess process;
    private WaldurSandbox waldur;
    private WaldurEvents events;
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
        process = new EventProcess(broker(), host, folder, NewOffering.ofMachines("Folders"), """
                backend_type: folders
                backend_settings:
                  folder: %s
                """);
        waldur = process.waldur;
        events = process.events;
        machines = process.backend;
    }

    @AfterEach
    void close() throws Exception {
        process.close();
    }

    @Test
    void anOrderEventBecomesADoneOrder() throws Exception {
        process.startListening();
        OrderSnapshot create = order("web");

        waldur.waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
        OrderSnapshot terminate = waldur.terminateOrder(create.resource());
        waldur.waitFor(terminate.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));

        assertThat(files()).isEmpty();
        process.awaitNothingAtTheBroker();
        assertThat(waldur.failures()).isEmpty();
    }

    @Test
    void ordersOfBeforeTheStartAreTakenUpFirst() throws Exception {
        OrderSnapshot create = order("web");

        process.startListening();

        waldur.waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
    }

    @Test
    void ordersOfWhileNobodyListenedAreTakenUpWhenTheAgentComesBack() throws Exception {
        AgentRun first = process.startListening();
        process.stop(first);
        OrderSnapshot create = order("web");
        await().until(() -> events.published() > 0);

        process.startListening();

        waldur.waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
        process.awaitNothingAtTheBroker();
    }

    @Test
    void anAgentThatDiesDuringTheWorkLeavesTheEventAndTheNextOneEndsTheOrderWithOneMachine() throws Exception {
        AgentRun first = process.startListening();
        Files.createFile(machines.resolve("hang"));
        OrderSnapshot create = order("web");
        waldur.waitFor(create.uuid(), OrderSnapshot.State.EXECUTING, Duration.ofSeconds(30));

        process.stop(first);
        assertThat(waldur.order(create.uuid()).state()).isEqualTo(OrderSnapshot.State.EXECUTING);
        await().atMost(Duration.ofSeconds(20)).until(() -> events.atTheBroker() == 2);
        Files.delete(machines.resolve("hang"));
        process.startListening();

        waldur.waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
        assertThat(files()).hasSize(1);
        process.awaitNothingAtTheBroker();
    }

    @Test
    void ordersWithoutAnEventAreTakenUpByTheReconciliation() throws Exception {
        process.startListening(process.reconciling(Duration.ofMillis(200)));
        events.close();

        OrderSnapshot create = order("web");

        waldur.waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
    }

    @Test
    void anAgentThatTheBrokerRefusesAsksWaldurForItsSubscriptionAgain() throws Exception {
        process.startListening();
        int listed = process.lists();
        events.lockOut();
        events.users().forEach(broker()::cutConnections);
        await().atMost(Duration.ofSeconds(30)).until(() -> process.lists() > listed);

        OrderSnapshot create = order("web");

        waldur.waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
    }

    @Test
    void eventsOfStatesThatNeedNothingCostNoRequest() throws Exception {
        process.startListening();
        int before = waldur.requests().all().size();
        for (String state : List.of("done", "erred", "canceled", "rejected", "pending-consumer", "pending-project")) {
            events.publish(process.offering, UUID.randomUUID(), state);
        }
        await().until(() -> events.published() == 6);

        process.awaitNothingAtTheBroker();
        assertThat(waldur.requests().all()).hasSize(before);
    }

    @Test
    void anOrderOfTwoEventsIsReadOnce() throws Exception {
        process.startListening();
        OrderSnapshot create = order("web");
        waldur.waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
        await().until(() -> events.published() == 3);
        process.awaitNothingAtTheBroker();

        assertThat(waldur.requests().all(Requests.under("/api/marketplace-orders/" + create.uuid())))
                .filteredOn(request -> request.method().equals("GET"))
                .hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void onceIsTheStartUpPassAndListensToNothing() throws Exception {
        OrderSnapshot create = order("web");

        RunResult result = process.once();

        assertThat(result.exitStatus()).isEqualTo(RunResult.GOOD);
        assertThat(waldur.order(create.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
        assertThat(events.queues()).isZero();
    }

    @Test
    void anEventOfAnOrderThatWaldurDoesNotHaveIsDropped() throws Exception {
        process.startListening();
        events.publish(process.offering, UUID.randomUUID(), "executing");
        await().until(() -> events.published() == 1);

        process.awaitNothingAtTheBroker();
    }

    private OrderSnapshot order(String name) {
        return waldur.createOrder(
                process.offering, process.project, NewOrder.named(name).limit("cpu", 1));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(machines)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("vm-"))
                    .toList();
        }
    }
}
