package dev.siteagent.core.reload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.BackendCatalog;
import dev.siteagent.core.config.ConfigurationReader;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.runtime.AgentRun;
import dev.siteagent.core.runtime.Mode;
import dev.siteagent.core.runtime.Periods;
import dev.siteagent.core.runtime.RunOptions;
import dev.siteagent.core.runtime.RunResult;
import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A run of the agent in this process, with a file that a test changes while it goes on, and a simulated Waldur. */
final class LiveAgent {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    final WaldurSandbox waldur = WaldurSandbox.start();
    final List<ReloadListener.Outcome> reloads = new CopyOnWriteArrayList<>();
    final CompletableFuture<RunResult> result = new CompletableFuture<>();
    private final UUID project = waldur.people().addProject("Water");
    private final Path folder;
    private final Path file;
    private final PluginHost host;
    private AgentRun run;
    private Reloading reloading;

    /**
     * Nothing runs yet.
     *
     * @param folder for the configuration file and the machines
     * @param host the plugins, started
     */
    LiveAgent(Path folder, PluginHost host) {
        this.folder = folder;
        this.file = folder.resolve("config.yaml");
        this.host = host;
    }

    /** Publishes an offering whose machines are files in a folder of that name. */
    UUID publish(String name) throws IOException {
        Files.createDirectories(machines(name));
        return waldur.addOffering(NewOffering.ofMachines(name));
    }

    Path machines(String name) {
        return folder.resolve(name);
    }

    /** Returns the version of the plugin at each time when a backend was opened on a folder. */
    List<String> opened(String name) throws IOException {
        Path lines = folder.resolve(name + ".opened");
        return Files.exists(lines) ? Files.readAllLines(lines) : List.of();
    }

    /** Writes the entry of an offering, with further lines. */
    String entry(String name, UUID uuid, String... more) {
        return """
                - name: %s
                  waldur_api_url: %s
                  waldur_api_token: %s
                  waldur_offering_uuid: %s
                  backend_type: folders
                  backend_settings:
                    folder: %s
                """.formatted(name, waldur.apiUrl(), waldur.token(), uuid, machines(name))
                        .indent(2)
                + String.join("\n", more).indent(4);
    }

    /** Writes the file: its offerings, and lines for the top where they do not begin with a blank. */
    void write(String... parts) throws IOException {
        Files.writeString(file, "offerings:\n" + String.join("", parts));
    }

    /** Starts the agent with the file as it is now. */
    void start() {
        AgentConfiguration configuration = read(host.registry()).configuration().orElseThrow();
        run = new AgentRun(configuration, host, options());
        reloading = new Reloading(
                this::read,
                host,
                run,
                next -> {},
                (cause, outcome) -> reloads.add(outcome),
                // Looks ten times as often: the tests' jars are small.
                pause -> Sleeper.SYSTEM.sleep(pause.dividedBy(10)));
        reloading.start(configuration.pluginsWatch());
        Thread thread = new Thread(() -> {
            try {
                result.complete(run.run());
            } catch (InterruptedException | RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private ConfigurationResult read(BackendCatalog plugins) {
        return new ConfigurationReader(plugins, name -> null).read(file);
    }

    private RunOptions options() {
        Map<Mode, Duration> periods = new EnumMap<>(Mode.class);
        for (Mode mode : Mode.values()) {
            periods.put(mode, Duration.ofMillis(100));
        }
        return RunOptions.of(Set.of(Mode.ORDER_PROCESS), false, "1.0", name -> null)
                .withPeriods(new Periods(periods))
                .withHeartbeat(folder.resolve("heartbeat"));
    }

    AgentRun run() {
        return run;
    }

    Reloading reloading() {
        return reloading;
    }

    /** Reloads, and returns how that went. */
    ReloadListener.Outcome reload() {
        int before = reloads.size();
        reloading.request();
        Awaitility.await().atMost(PATIENCE).until(() -> reloads.size() > before);
        return reloads.get(before);
    }

    /** Orders a machine. */
    OrderSnapshot order(UUID offering) {
        return waldur.createOrder(offering, project, NewOrder.named("web").limit("cpu", 1));
    }

    /** Orders a machine and waits until it is there. */
    void serves(UUID offering) throws InterruptedException {
        OrderSnapshot order = order(offering);
        waldur.waitFor(order.uuid(), OrderSnapshot.State.DONE, PATIENCE);
    }

    OrderSnapshot.State state(OrderSnapshot order) {
        return waldur.order(order.uuid()).state();
    }

    /** Waits until no work that was told to end is left. */
    void settles(int served) {
        Awaitility.await().atMost(PATIENCE).until(() -> run.offerings().size() == served);
    }

    /** Stops the agent and closes everything. */
    void close() throws Exception {
        if (run != null) {
            run.stop();
            assertThat(result.get(60, TimeUnit.SECONDS)).isNotNull();
            reloading.close();
        }
        waldur.close();
    }
}
