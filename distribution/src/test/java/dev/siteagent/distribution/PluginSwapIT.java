package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.siteagent.sandbox.waldur.OrderSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jars of the plugins folder change while the packaged agent runs. */
@Timeout(240)
class PluginSwapIT {
    private static final int ORDERS = 50;
    private static final int SWAPS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(100);

    private final Site site = new Site();

    @TempDir
    private Path outputs;

    private PackagedAgent agent;
    private Path file;
    private Path jar;

    @BeforeEach
    void configure() throws IOException {
        agent = site.givesTokensTo(PackagedAgent.in(outputs))
                .with("WALDUR_SITE_AGENT_ORDER_PROCESS_PERIOD_MINUTES", "0.02");
        jar = digitalOcean(agent.withPluginsOfItsOwn());
        file = site.configuration(outputs, "plugins: {watch: true}\n");
        site.cloud().rateLimits().unlimited();
    }

    @AfterEach
    void nothingSecretWasWritten() throws IOException {
        site.close();
        assertThat(agent.everythingWritten()).doesNotContain(site.secrets());
    }

    @Test
    void everyOrderIsDoneOnceThoughThePluginIsSwappedWhileFiftyOfThemRun() throws Exception {
        site.cloud().habits().bootDuration(Duration.ofSeconds(2));
        Path original = Files.copy(jar, outputs.resolve("original.jar"));
        try (AgentProcess process = agent.start("-c", file.toString())) {
            List<OrderSnapshot> orders = new ArrayList<>();
            for (int swap = 1; swap <= SWAPS; swap++) {
                int running = ORDERS * (swap - 1) / SWAPS;
                while (orders.size() < ORDERS * swap / SWAPS) {
                    orders.add(site.orderMachine("web-" + orders.size()));
                }
                await().atMost(PATIENCE).until(() -> site.cloud().createCount() > running);
                PluginBuild build = PluginBuild.of(original, "9." + swap + ".0", outputs);
                if (swap % 2 == 0) {
                    build.moveOver(jar);
                } else {
                    build.copyOver(jar);
                }
                String loaded = "Plugin digitalocean 9." + swap + ".0 loaded";
                await().atMost(PATIENCE).until(() -> process.outSoFar().contains(loaded));
            }

            for (OrderSnapshot order : orders) {
                site.waldur().waitFor(order.uuid(), OrderSnapshot.State.DONE, PATIENCE);
            }
            assertThat(site.cloud().createCount()).isEqualTo(ORDERS);
            assertThat(site.cloud().droplets()).hasSize(ORDERS);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(pluginClassLoaders(process)).isEqualTo(shipped()));
            process.terminate();
            AgentProcess.Ended ended = process.ended(40, TimeUnit.SECONDS);
            assertThat(ended.status()).isZero();
            assertThat(ended.out()).contains("Plugin digitalocean 9." + (SWAPS - 1) + ".0 unloaded");
        }
        assertThat(agent.run("plugins", "list").out()).contains("9." + SWAPS + ".0");
        assertThat(site.waldur().failures()).isEmpty();
        assertThat(site.cloud().failures()).isEmpty();
    }

    @Test
    void halfOfAJarHarmsNobodyAndARemovedOneComesBack() throws Exception {
        Path original = Files.copy(jar, outputs.resolve("original.jar"));
        PluginBuild build = PluginBuild.of(original, "9.1.0", outputs);
        try (AgentProcess process = agent.start("-c", file.toString())) {
            site.waldur().waitFor(site.orderMachine("first").uuid(), OrderSnapshot.State.DONE, PATIENCE);

            build.copyHalfOver(jar);
            await().atMost(PATIENCE).until(() -> process.outSoFar().contains("it is no readable jar"));
            site.waldur().waitFor(site.orderMachine("second").uuid(), OrderSnapshot.State.DONE, PATIENCE);

            Files.delete(jar);
            await().atMost(PATIENCE).until(() -> process.outSoFar().contains("Plugins are gone that are in use"));
            OrderSnapshot waits = site.orderMachine("third");
            await().atMost(PATIENCE).until(() -> process.outSoFar().contains("unloaded from"));

            build.copyOver(jar);
            site.waldur().waitFor(waits.uuid(), OrderSnapshot.State.DONE, PATIENCE);
            assertThat(process.outSoFar()).contains("Plugin digitalocean 9.1.0 loaded");
        }
    }

    private long shipped() throws IOException {
        try (Stream<Path> jars = Files.list(jar.getParent())) {
            return jars.count();
        }
    }

    /** Returns how many class loaders of plugins an agent has in its memory once it has collected what it can. */
    private long pluginClassLoaders(AgentProcess process) throws IOException, InterruptedException {
        Path histogram = outputs.resolve("histogram.txt");
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        int status = new ProcessBuilder(jcmd.toString(), Long.toString(process.pid()), "GC.class_histogram")
                .redirectErrorStream(true)
                .redirectOutput(histogram.toFile())
                .start()
                .waitFor();
        assertThat(status).as("jcmd").isZero();
        // A line has the rank, the number of instances, their bytes and the class.
        return Files.readAllLines(histogram).stream()
                .map(line -> line.strip().split(" +"))
                .filter(line -> line.length > 3 && line[3].equals("dev.siteagent.core.plugins.PluginClassLoader"))
                .mapToLong(line -> Long.parseLong(line[1]))
                .sum();
    }

    private static Path digitalOcean(Path plugins) throws IOException {
        try (Stream<Path> jars = Files.list(plugins)) {
            return jars.filter(path -> path.getFileName().toString().contains("digitalocean"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
