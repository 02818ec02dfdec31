package dev.siteagent.benchmarks;

import ch.qos.logback.classic.LoggerContext;
import dev.siteagent.core.config.ConfigurationReader;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.observe.AgentLog;
import dev.siteagent.core.observe.LogFormat;
import dev.siteagent.core.observe.Redaction;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.runtime.AgentRun;
import dev.siteagent.core.runtime.Mode;
import dev.siteagent.core.runtime.RunOptions;
import dev.siteagent.core.runtime.RunResult;
import dev.siteagent.sandbox.digitalocean.DigitalOceanSandbox;
import dev.siteagent.sandbox.http.RecordedRequest;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import dev.siteagent.spi.RateBudget;
import dev.siteagent.spi.RateBudgets;
import dev.siteagent.spi.Secret;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.slf4j.LoggerFactory;

/**
 * Many create orders at once: 200 orders, 50 ms a Waldur request, 200 ms a cloud request, 5 s to boot, 32 orders at a time.
 * Prints how long they take, and how many requests an order costs; ends with 1 when that is more than promised.
 *
 * <p>The account's rate limit (250 requests a minute at DigitalOcean) is lifted, since it would be all that is measured.
 */
public final class OrdersBenchmark {
    private static final int ORDERS = 200;
    private static final Duration WALDUR_LATENCY = Duration.ofMillis(50);
    private static final Duration CLOUD_LATENCY = Duration.ofMillis(200);
    private static final Duration BOOT = Duration.ofSeconds(5);
    private static final double MOST_SECONDS = 20;
    private static final double MOST_WALDUR_REQUESTS = 8;
    private static final double MOST_CLOUD_REQUESTS = 5;

    private OrdersBenchmark() {}

    /**
     * Runs the benchmark.
     *
     * @param arguments the folder with the plugin jars
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("site-agent-benchmark");
        boolean good;
        try (OutputStream log = Files.newOutputStream(folder.resolve("agent.log"))) {
            // Logs as an agent does that is not watched: writing them is part of the work, looking at them is not.
            new AgentLog((LoggerContext) LoggerFactory.getILoggerFactory(), new Redaction())
                    .writeTo(log, LogFormat.JSON, false);
            good = run(Path.of(arguments[0]), folder);
        } finally {
            for (String file : List.of("site-agent.yaml", "heartbeat", "agent.log")) {
                Files.deleteIfExists(folder.resolve(file));
            }
            Files.delete(folder);
        }
        System.exit(good ? 0 : 1);
    }

    private static boolean run(Path jars, Path folder) throws IOException, InterruptedException {
        try (WaldurSandbox waldur = WaldurSandbox.start();
                DigitalOceanSandbox cloud = DigitalOceanSandbox.start();
                PluginHost plugins = new PluginHost(jars)) {
            waldur.latency().set(WALDUR_LATENCY);
            cloud.latency().set(CLOUD_LATENCY);
            cloud.habits().bootDuration(BOOT);
            cloud.rateLimits().unlimited();
            plugins.start();
            return measure(waldur, cloud, plugins, folder);
        }
    }

    private static boolean measure(WaldurSandbox waldur, DigitalOceanSandbox cloud, PluginHost plugins, Path folder)
            throws IOException, InterruptedException {
        UUID offering = waldur.addOffering(NewOffering.ofMachines("Machines"));
        UUID project = waldur.people().addProject("Benchmark");
        for (int i = 0; i < ORDERS; i++) {
            waldur.createOrder(
                    offering,
                    project,
                    NewOrder.named("vm-" + i).limit("cpu", 1).limit("ram", 1024).limit("disk", 25600));
        }
        Path file = Files.writeString(folder.resolve("site-agent.yaml"), configuration(waldur, cloud, offering));
        ConfigurationResult configuration = new ConfigurationReader(plugins.registry(), name -> null).read(file);
        RunOptions options = RunOptions.of(Set.of(Mode.ORDER_PROCESS), true, "benchmark", name -> null)
                .withHeartbeat(folder.resolve("heartbeat"))
                .withRateBudgets(name -> new Unlimited());
        Instant start = Instant.now();
        RunResult result = new AgentRun(configuration.configuration().orElseThrow(), plugins, options).run();
        double seconds = Duration.between(start, Instant.now()).toMillis() / 1000.0;
        return report(waldur, cloud, result, seconds);
    }

    private static boolean report(WaldurSandbox waldur, DigitalOceanSandbox cloud, RunResult result, double seconds) {
        long done = waldur.orders().stream()
                .filter(order -> order.state() == OrderSnapshot.State.DONE)
                .count();
        double waldurRequests = (double) waldur.requests().all().size() / ORDERS;
        double cloudRequests = (double) cloud.log().all().size() / ORDERS;
        System.out.printf(
                "%d of %d orders done, %d droplets%n",
                done, ORDERS, cloud.droplets().size());
        System.out.printf("seconds:                    %.1f (at most %.0f)%n", seconds, MOST_SECONDS);
        System.out.printf("Waldur requests an order:   %.2f (at most %.0f)%n", waldurRequests, MOST_WALDUR_REQUESTS);
        System.out.printf("cloud requests an order:    %.2f (at most %.0f)%n", cloudRequests, MOST_CLOUD_REQUESTS);
        print("Waldur", waldur.requests().all());
        print("cloud", cloud.log().all());
        result.problems().forEach(System.out::println);
        return done == ORDERS
                && cloud.droplets().size() == ORDERS
                && seconds <= MOST_SECONDS
                && waldurRequests <= MOST_WALDUR_REQUESTS
                && cloudRequests <= MOST_CLOUD_REQUESTS;
    }

    /** Prints how many requests of each kind there were, and from when to when. */
    private static void print(String service, List<RecordedRequest> requests) {
        Instant start = requests.get(0).arrived();
        Map<String, List<RecordedRequest>> kinds = new TreeMap<>();
        for (RecordedRequest request : requests) {
            String path = request.path().replaceAll("/([0-9a-f]{32}|[0-9]+)(?=/|$)", "/…");
            kinds.computeIfAbsent(request.method() + " " + path, kind -> new ArrayList<>())
                    .add(request);
        }
        System.out.println(service + ":");
        kinds.forEach((kind, all) -> System.out.printf(
                "  %5d  from %4.1f s to %4.1f s  %s%n",
                all.size(), seconds(start, all.get(0)), seconds(start, all.get(all.size() - 1)), kind));
    }

    private static double seconds(Instant start, RecordedRequest request) {
        return Duration.between(start, request.arrived()).toMillis() / 1000.0;
    }

    private static String configuration(WaldurSandbox waldur, DigitalOceanSandbox cloud, UUID offering) {
        return """
                offerings:
                  - name: Machines
                    waldur_api_url: %s
                    waldur_api_token: %s
                    waldur_offering_uuid: %s
                    backend_type: digitalocean
                    order_concurrency: 32
                    backend_settings:
                      api_url: %s
                      token: %s
                      default_region: ams3
                      default_image: ubuntu-24-04-x64
                      size_mapping:
                        s-1vcpu-1gb: {cpu: 1, ram: 1024, disk: 25600}
                    backend_components:
                      cpu: {measured_unit: Cores, unit_factor: 1, accounting_type: limit, label: CPU}
                      ram: {measured_unit: MiB, unit_factor: 1, accounting_type: limit, label: RAM}
                      disk: {measured_unit: MiB, unit_factor: 1, accounting_type: limit, label: Disk}
                """.formatted(waldur.apiUrl(), waldur.token(), offering, cloud.apiUrl(), cloud.token());
    }

    /** Budgets that never run out. */
    private static final class Unlimited implements RateBudgets {
        @Override
        public RateBudget budget(String api, Secret account, List<Limit> limits) {
            return new RateBudget() {
                @Override
                public void acquire(Duration patience) {}

                @Override
                public void remaining(int remaining, Instant resetsAt) {}

                @Override
                public void exhaustedUntil(Instant until) {}
            };
        }
    }
}
