package dev.siteagent.hobbyfarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.digitalocean.DigitalOceanSandbox;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.WriteTap;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/**
 * A bridge in a process of its own, with a namespace and a cloud of its own, that is killed right after a write of its
 * and started again.
 */
final class KilledBridge implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path kubeconfig;
    private final DigitalOceanSandbox cloud =
            DigitalOceanSandbox.start(DigitalOceanSandbox.Options.usual().withClock(Clock.systemUTC()));
    private final Farm farm;
    private final AtomicReference<String> lastWrite = new AtomicReference<>("");
    private Process bridge;
    private int writesToLive;

    /** Starts the first process. */
    KilledBridge(TestCluster server, Path kubeconfig) {
        this.kubeconfig = kubeconfig;
        cloud.habits().bootDuration(Duration.ofMillis(300));
        cloud.rateLimits().unlimited();
        farm = new Farm(server, cloud, new SimulatedTime());
        farm.usualEnvironment();
        cloud.tap(tap());
        start();
    }

    /**
     * Lives one VirtualMachine's life, from its making to its deletion: killed after a number of writes, started again,
     * and to the end.
     *
     * @return the write that it was killed after, empty when there were not so many
     */
    Optional<String> live(String name, int writes) {
        boolean survived = survives(name, writes);
        if (!survived) {
            start();
        }
        endsWell(name);
        return survived ? Optional.empty() : Optional.of(lastWrite.get());
    }

    private boolean survives(String name, int writes) {
        liveFor(writes);
        farm.virtualMachine(name);
        await(() -> dead() || farm.running(name));
        if (!dead()) {
            farm.deleteVirtualMachine(name);
            await(() -> dead() || farm.vm(name).isEmpty());
        }
        return !dead();
    }

    private void endsWell(String name) {
        liveFor(Integer.MAX_VALUE);
        boolean deleted = farm.vm(name)
                .filter(vm -> vm.getMetadata().getDeletionTimestamp() == null)
                .isEmpty();
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
                kubeconfig.toString(),
                farm.namespace,
                cloud.apiUrl().toString());
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

    private static void await(BooleanSupplier so) {
        Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(so::getAsBoolean);
    }

    @Override
    public void close() {
        bridge.destroyForcibly();
        farm.close();
        cloud.close();
    }
}
