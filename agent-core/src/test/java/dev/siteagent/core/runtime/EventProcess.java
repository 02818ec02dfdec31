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

/** A simulated Waldur with one offering, and agents of the mode {@code event_process} that serve it by a broker. */
final class EventProcess {
    final WaldurSandbox waldur = WaldurSandbox.start();
    final WaldurEvents events;
    final UUID offering;
    final UUID project;

    /** The folder of the backend. */
    final Path backend;

    private final TestedBroker broker;
    private final PluginHost host;
    private final Path folder;
    private final String offeringKeys;
    private final List<AgentRun> runs = new ArrayList<>();
    private final List<Future<RunResult>> results = new ArrayList<>();

    /**
     * Publishes an offering.
     *
     * @param broker the broker
     * @param host the plugins
     * @param folder where to write
     * @param published the offering
     * @param offeringKeys the lines of the offering in the file that tell its backend; {@code %s} stands for the backend's
     *     folder
     */
    EventProcess(TestedBroker broker, PluginHost host, Path folder, NewOffering published, String offeringKeys)
            throws IOException {
        this.broker = broker;
        this.host = host;
        this.folder = folder;
        this.backend = Files.createDirectory(folder.resolve("backend"));
        this.offeringKeys = offeringKeys.formatted(backend);
        this.events = new WaldurEvents(waldur, broker);
        this.offering = waldur.addOffering(published);
        this.project = waldur.people().addProject("Water");
    }

    /** Starts an agent and waits until it listens and has done what it does at the start. */
    AgentRun startListening() throws IOException {
        return startListening(options(false));
    }

    AgentRun startListening(RunOptions options) throws IOException {
        int listed = lists();
        AgentRun run = start(options);
        // One list at the start, and one more once it listens.
        await().atMost(Duration.ofSeconds(30)).until(() -> lists() >= listed + 2);
        return run;
    }

    /** Starts an agent and waits for nothing. */
    AgentRun start(RunOptions options) throws IOException {
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
        return run;
    }

    /** Runs an agent once, to its end. */
    RunResult once() throws IOException, InterruptedException {
        return new AgentRun(configuration(), host, options(true)).run();
    }

    void stop(AgentRun run) throws Exception {
        run.stop();
        results.get(runs.indexOf(run)).get(30, TimeUnit.SECONDS);
    }

    /** Returns how often the orders were listed. */
    int lists() {
        return (int) waldur.requests().all(Requests.under("/api/marketplace-orders/")).stream()
                .filter(request -> request.path().equals("/api/marketplace-orders/"))
                .count();
    }

    /** Waits until every event was acknowledged. */
    void awaitNothingAtTheBroker() {
        await().atMost(Duration.ofMinutes(1)).until(() -> events.atTheBroker() == 0);
    }

    RunOptions options(boolean once) {
        return RunOptions.of(Set.of(Mode.EVENT_PROCESS), once, "1.0", name -> null)
                .withHeartbeat(folder.resolve("heartbeat"));
    }

    /** Returns the options of a run that reconciles so often. */
    RunOptions reconciling(Duration each) {
        Map<Mode, Duration> periods = new EnumMap<>(Mode.class);
        for (Mode mode : Mode.values()) {
            periods.put(mode, each);
        }
        return options(false).withPeriods(new Periods(periods));
    }

    private AgentConfiguration configuration() throws IOException {
        BrokerAddress address = broker.address(false, true);
        String text =
                """
                offerings:
                  - name: Events
                    waldur_api_url: %s
                    waldur_api_token: %s
                    waldur_offering_uuid: %s
                    stomp_enabled: true
                    websocket_use_tls: false
                    stomp_ws_host: %s
                    stomp_ws_port: %d
                    stomp_ws_path: %s
                """.formatted(waldur.apiUrl(), waldur.token(), offering, address.host(), address.port(), address.path())
                        + offeringKeys.indent(4);
        Path file = Files.writeString(folder.resolve("config.yaml"), text);
        ConfigurationResult result = new ConfigurationReader(host.registry(), name -> null).read(file);
        assertThat(result.configuration()).as(result.problems().toString()).isPresent();
        return result.configuration().get();
    }

    /** Stops all agents, then Waldur. */
    void close() throws Exception {
        runs.forEach(AgentRun::stop);
        for (Future<RunResult> result : results) {
            result.get(60, TimeUnit.SECONDS);
        }
        events.close();
        events.cleanUp();
        waldur.close();
    }
}
