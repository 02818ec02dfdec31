package dev.siteagent.hobbyfarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.digitalocean.DigitalOceanSandbox;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.WriteTap;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bridge's process is killed, as by SIGKILL, right after each write to the cluster or the cloud, before it learns of the
 * answer. Whatever the moment, the next process ends with exactly one droplet, and with none after deletion.
 */
class KillTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int MOST_POINTS = 60;

    private static TestCluster server;

    @TempDir
    Path directory;

    private Farm farm;
    private Process bridge;
    private int writesToLive;
    private final AtomicReference<String> lastWrite = new AtomicReference<>("");

    @BeforeAll
    static void startServer() {
        server = TestCluster.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    void killedAfterAnyWriteItEndsWithExactlyOneDropletAndNoneAfterDeletion() throws Exception {
        DigitalOceanSandbox cloud =
                DigitalOceanSandbox.start(DigitalOceanSandbox.Options.usual().withClock(Clock.systemUTC()));
        cloud.habits().bootDuration(Duration.ofMillis(300));
        cloud.rateLimits().unlimited();
        List<String> points = new ArrayList<>();
        try (cloud;
                Farm opened = new Farm(server, cloud, new SimulatedTime())) {
            farm = opened;
            farm.usualEnvironment();
            cloud.tap(tap());
            Files.writeString(directory.resolve("kubeconfig"), kubeconfig());
            boolean survived = false;
            start();
            for (int point = 1; !survived && point <= MOST_POINTS; point++) {
                String name = "dyn-" + point;
                survived = killOnce(name, point, points);
                if (!survived) {
                    start();
                }
                endsWell(name, cloud);
            }
            System.out.println(points.size() + " kill points: " + points);
            assertThat(survived).as("there is a last write").isTrue();
            assertThat(points).hasSizeGreaterThan(15);
        } finally {
            kill();
        }
    }

    /** Lives one machine's life, killed after a number of writes; returns whether there were not so many. */
    private boolean killOnce(String name, int point, List<String> points) {
        liveFor(point);
        farm.virtualMachine(name);
        await(() -> dead() || farm.running(name));
        if (!dead()) {
            farm.deleteVirtualMachine(name);
            await(() -> dead() || farm.vm(name).isEmpty());
        }
        if (!dead()) {
            return true;
        }
        points.add(lastWrite.get());
        return false;
    }

    private void endsWell(String name, DigitalOceanSandbox cloud) {
        liveFor(Integer.MAX_VALUE);
        boolean deleted = farm.vm(name).isEmpty()
                || farm.vm(name).orElseThrow().getMetadata().getDeletionTimestamp() != null;
        if (!deleted) {
            await(() -> farm.running(name));
            assertThat(cloud.droplets()).as(name + " after " + lastWrite).hasSize(1);
            farm.deleteVirtualMachine(name);
        }
        await(() -> farm.vm(name).isEmpty());
        await(() -> farm.leftovers().stream().noneMatch(left -> left.contains(name)));
        assertThat(cloud.droplets()).as(name + " after " + lastWrite).isEmpty();
        assertThat(new CloudConsole(cloud).keys())
                .as("keys of " + name + " after " + lastWrite)
                .isZero();
    }

    private synchronized void liveFor(int writes) {
        writesToLive = writes;
    }

    /** Starts a process that may write as often as it likes. */
    private void start() {
        liveFor(Integer.MAX_VALUE);
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                BridgeProcess.class.getName(),
                directory.resolve("kubeconfig").toString(),
                farm.namespace,
                farm.cloud.apiUrl().toString());
        try {
            Process started = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            bridge = started;
            Thread listener = new Thread(() -> listen(started), "bridge-output");
            listener.setDaemon(true);
            listener.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void listen(Process process) {
        try (BufferedReader lines =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                OutputStream answers = process.getOutputStream()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(BridgeProcess.WRITE)) {
                    if (killedAt(process, line.substring(BridgeProcess.WRITE.length()))) {
                        return;
                    }
                    answers.write('\n');
                    answers.flush();
                } else {
                    System.out.println("bridge: " + line);
                }
            }
        } catch (IOException ended) {
            // The process was killed while its output was read.
            System.out.println("bridge: its output has ended: " + ended.getMessage());
        }
    }

    /** A write to the cloud has happened, and its answer is held back until the process is dead. */
    private WriteTap tap() {
        return (request, response) -> {
            Process running = bridge;
            if (Requests.writes().test(request) && running != null && running.isAlive()) {
                killedAt(running, request.method() + " " + request.path());
            }
        };
    }

    private synchronized boolean killedAt(Process process, String write) {
        if (process != bridge || --writesToLive > 0) {
            return process != bridge;
        }
        lastWrite.set(write);
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return true;
    }

    private boolean dead() {
        return !bridge.isAlive();
    }

    private void kill() {
        if (bridge != null) {
            bridge.destroyForcibly();
        }
    }

    private static void await(BooleanSupplier so) {
        Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(so::getAsBoolean);
    }

    private static String kubeconfig() throws IOException {
        if (TestCluster.isReal()) {
            return Files.readString(Path.of(System.getProperty(TestCluster.KUBECONFIG)));
        }
        return Serialization.asYaml(Map.of(
                "apiVersion",
                "v1",
                "kind",
                "Config",
                "current-context",
                "test",
                "contexts",
                List.of(Map.of("name", "test", "context", Map.of("cluster", "test", "user", "test"))),
                "users",
                List.of(Map.of("name", "test", "user", Map.of())),
                "clusters",
                List.of(Map.of(
                        "name",
                        "test",
                        "cluster",
                        Map.of("server", server.config().getMasterUrl())))));
    }
}
