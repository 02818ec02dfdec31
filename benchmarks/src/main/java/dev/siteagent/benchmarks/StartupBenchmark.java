package dev.siteagent.benchmarks;

import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.sandbox.digitalocean.DigitalOceanSandbox;
import dev.siteagent.sandbox.http.RecordedRequest;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The packaged agent with ten offerings: how long from its exec to its first request for orders, and how much memory it
 * holds when it has nothing to do. Other processes make both worse, so the least of several runs counts; the processor time
 * beside them says how much of a slow start was waiting for a processor.
 */
public final class StartupBenchmark {
    private static final int OFFERINGS = 10;
    private static final double MOST_SECONDS = 1.0;
    private static final double MOST_MEBIBYTES = 150;
    private static final Duration SETTLING = Duration.ofSeconds(4);
    private static final Duration LOOK = Duration.ofMillis(5);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private StartupBenchmark() {}

    /** What one run of the agent took. */
    private record Start(double seconds, double processorSeconds, double mebibytes) {}

    /**
     * Runs the benchmark; ends with 1 when the agent is slower or larger than promised.
     *
     * @param arguments the folder of the distribution; how many runs
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("site-agent-startup");
        double seconds = Double.MAX_VALUE;
        double mebibytes = Double.MAX_VALUE;
        try (WaldurSandbox waldur = WaldurSandbox.start();
                DigitalOceanSandbox cloud = DigitalOceanSandbox.start()) {
            Path configuration = Files.writeString(folder.resolve("site-agent.yaml"), configuration(waldur, cloud));
            for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
                Start start = start(Path.of(arguments[0]), waldur, configuration);
                System.out.printf(
                        "%.2f s to the first request for orders (%.2f s of processors), %.0f MiB resident at rest%n",
                        start.seconds, start.processorSeconds, start.mebibytes);
                seconds = Math.min(seconds, start.seconds);
                mebibytes = Math.min(mebibytes, start.mebibytes);
            }
        } finally {
            remove(folder);
        }
        System.out.printf(
                "least: %.2f s (at most %.1f), %.0f MiB (at most %.0f)%n",
                seconds, MOST_SECONDS, mebibytes, MOST_MEBIBYTES);
        System.exit(seconds <= MOST_SECONDS && mebibytes <= MOST_MEBIBYTES ? 0 : 1);
    }

    private static Start start(Path distribution, WaldurSandbox waldur, Path configuration)
            throws IOException, InterruptedException {
        int before = waldur.requests().all().size();
        ProcessBuilder builder = new ProcessBuilder(
                        distribution.resolve("bin/site-agent").toString(),
                        "run",
                        "-m",
                        "order_process",
                        "-c",
                        configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(configuration.resolveSibling("agent.log").toFile());
        builder.environment()
                .merge("JAVA_OPTS", "-Djava.io.tmpdir=" + configuration.getParent(), (a, b) -> a + " " + b);
        Instant exec = Instant.now();
        Process agent = builder.start();
        try {
            RecordedRequest first = firstOrderRequest(waldur, before, agent);
            double processors = seconds(agent.info().totalCpuDuration().orElse(Duration.ZERO));
            // The heap and the code of a start are to be at rest.
            Sleeper.SYSTEM.sleep(SETTLING);
            return new Start(seconds(Duration.between(exec, first.arrived())), processors, resident(agent));
        } finally {
            agent.destroy();
            if (!agent.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                agent.destroyForcibly();
            }
        }
    }

    private static RecordedRequest firstOrderRequest(WaldurSandbox waldur, int before, Process agent)
            throws IOException, InterruptedException {
        Instant until = Instant.now().plus(PATIENCE);
        while (Instant.now().isBefore(until) && agent.isAlive()) {
            Optional<RecordedRequest> first = waldur.requests().all().stream()
                    .skip(before)
                    .filter(request -> request.path().contains("marketplace-orders"))
                    .findFirst();
            if (first.isPresent()) {
                return first.get();
            }
            Sleeper.SYSTEM.sleep(LOOK);
        }
        throw new IOException("the agent asked for no orders within " + PATIENCE.toSeconds() + " s");
    }

    /** Returns what Linux says that the process holds, in MiB. */
    private static double resident(Process agent) throws IOException {
        try (Stream<String> status = Files.lines(Path.of("/proc/" + agent.pid() + "/status"))) {
            return status.filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .findFirst()
                            .orElseThrow(() -> new IOException("the agent has ended"))
                    / 1024.0;
        }
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private static String configuration(WaldurSandbox waldur, DigitalOceanSandbox cloud) {
        return "offerings:\n"
                + IntStream.rangeClosed(1, OFFERINGS)
                        .mapToObj(i -> offering(waldur, cloud, "Machines " + i))
                        .collect(Collectors.joining());
    }

    private static String offering(WaldurSandbox waldur, DigitalOceanSandbox cloud, String name) {
        UUID uuid = waldur.addOffering(NewOffering.ofMachines(name));
        return """
                  - name: %s
                    waldur_api_url: %s
                    waldur_api_token: %s
                    waldur_offering_uuid: %s
                    backend_type: digitalocean
                    order_processing_backend: digitalocean
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
                """.formatted(name, waldur.apiUrl(), waldur.token(), uuid, cloud.apiUrl(), cloud.token())
                .indent(2);
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
