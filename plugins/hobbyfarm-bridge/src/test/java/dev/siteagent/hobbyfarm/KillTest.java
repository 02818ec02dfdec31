package dev.siteagent.hobbyfarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bridge's process is killed, as by SIGKILL, right after each write to the cluster or the cloud, before it learns of the
 * answer. Whatever the moment, the next process ends with exactly one droplet, and with none after deletion.
 */
class KillTest {
    private static final int MOST_POINTS = 60;

    /** Most of a point is waiting, for the lease of the dead and for the cloud: several points at once wait together. */
    private static final int LANES = 4;

    private static TestCluster server;

    @TempDir
    Path directory;

    private final Map<Integer, String> points = new ConcurrentSkipListMap<>();
    private final AtomicInteger next = new AtomicInteger(1);
    private final AtomicBoolean survived = new AtomicBoolean();

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
        Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), kubeconfig());
        ExecutorService lanes = Executors.newFixedThreadPool(LANES);
        try (KilledBridge first = new KilledBridge(server, kubeconfig)) {
            // The first write of all installs a definition, for all lanes.
            points.put(0, first.live("dyn-0", 1).orElseThrow());
            List<Future<?>> running = new ArrayList<>();
            running.add(lanes.submit(() -> killOnAndOn(first)));
            for (int lane = 2; lane <= LANES; lane++) {
                running.add(lanes.submit(() -> {
                    try (KilledBridge bridge = new KilledBridge(server, kubeconfig)) {
                        killOnAndOn(bridge);
                    }
                }));
            }
            for (Future<?> lane : running) {
                lane.get();
            }
        } finally {
            lanes.shutdownNow();
        }
        System.out.println(points.size() + " kill points: " + points.values());
        assertThat(survived).as("there is a last write").isTrue();
        assertThat(points).hasSizeGreaterThan(15);
    }

    private void killOnAndOn(KilledBridge bridge) {
        while (!survived.get()) {
            int point = next.getAndIncrement();
            if (point > MOST_POINTS) {
                return;
            }
            Optional<String> killedAfter = bridge.live("dyn-" + point, point);
            killedAfter.ifPresentOrElse(write -> points.put(point, write), () -> survived.set(true));
        }
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
