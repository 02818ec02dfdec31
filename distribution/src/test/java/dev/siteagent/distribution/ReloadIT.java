package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.siteagent.sandbox.waldur.OrderSnapshot;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SIGHUP to the packaged agent. */
@Timeout(180)
class ReloadIT {
    private static final int ORDERS = 50;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Site site = new Site();
    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path outputs;

    private PackagedAgent agent;
    private Path file;

    @BeforeEach
    void configure() throws IOException {
        agent = site.givesTokensTo(PackagedAgent.in(outputs))
                .with("WALDUR_SITE_AGENT_ORDER_PROCESS_PERIOD_MINUTES", "0.02");
        file = site.configuration(outputs);
        site.cloud().rateLimits().unlimited();
    }

    @AfterEach
    void nothingSecretWasWritten() throws IOException {
        site.close();
        assertThat(agent.everythingWritten()).doesNotContain(site.secrets());
    }

    @Test
    void everyOrderIsDoneOnceThoughTheOfferingChangesWhileFiftyOfThemRun() throws Exception {
        site.cloud().habits().bootDuration(Duration.ofSeconds(2));
        String original = Files.readString(file);
        try (AgentProcess process = agent.start("-c", file.toString())) {
            List<OrderSnapshot> orders = new ArrayList<>();
            for (int change = 1; change <= 4; change++) {
                int round = change;
                while (orders.size() < ORDERS * round / 4) {
                    orders.add(site.orderMachine("web-" + orders.size()));
                }
                await().atMost(PATIENCE).until(() -> site.cloud().createCount() > ORDERS * (round - 1) / 4);
                Files.writeString(file, original + "    order_concurrency: " + (4 + round) + "\n");
                process.hangUp();
                await().atMost(PATIENCE).until(() -> count(process, "The configuration is reloaded.") == round);
            }

            for (OrderSnapshot order : orders) {
                site.waldur().waitFor(order.uuid(), OrderSnapshot.State.DONE, PATIENCE);
            }
            assertThat(site.cloud().createCount()).isEqualTo(ORDERS);
            assertThat(site.cloud().droplets()).hasSize(ORDERS);
            assertThat(site.waldur().agents()).hasSize(1);
            process.terminate();
            assertThat(process.ended(40, TimeUnit.SECONDS).status()).isZero();
        }
        assertThat(site.waldur().failures()).isEmpty();
        assertThat(site.cloud().failures()).isEmpty();
    }

    @Test
    void badFileChangesNothingAndTheCorrectedOneMovesThePort() throws Exception {
        int first = freePort();
        int second = freePort();
        String original = Files.readString(file);
        Files.writeString(file, original + "http: {port: " + first + "}\n");
        ServerSocket taken = new ServerSocket(first, 1, InetAddress.getLoopbackAddress());
        try (AgentProcess process = agent.start("-c", file.toString())) {
            await().atMost(PATIENCE).until(() -> process.outSoFar().contains("Health and metrics cannot be served"));
            taken.close();
            process.hangUp();
            await().atMost(PATIENCE).until(() -> process.outSoFar().contains("Health and metrics are at"));

            Files.writeString(file, "offerings: [\n");
            process.hangUp();
            await().atMost(PATIENCE).until(() -> process.outSoFar().contains("The configuration stays as it was"));
            site.waldur().waitFor(site.orderMachine("web").uuid(), OrderSnapshot.State.DONE, PATIENCE);
            assertThat(metrics(first)).contains("siteagent_reloads_total{cause=\"request\",outcome=\"refused\"} 1.0");

            Files.writeString(file, original + "http: {port: " + second + "}\nlog_level: DEBUG\n");
            process.hangUp();
            await().atMost(PATIENCE).until(() -> count(process, "1 goes on unchanged") == 2);
            assertThat(metrics(second)).contains("siteagent_reloads_total{cause=\"request\",outcome=\"applied\"} 2.0");
            site.orderMachine("another");
            await().atMost(PATIENCE).until(() -> process.outSoFar().contains("\"level\":\"debug\""));
        } finally {
            taken.close();
        }
    }

    @Test
    void signalsInQuickSuccessionWhileTheAgentStartsAndStopsEndNothing() throws Exception {
        try (AgentProcess process = agent.start("-c", file.toString())) {
            await().atMost(PATIENCE).until(() -> process.outSoFar().contains(" starts, mode "));
            process.hangUp();
            process.hangUp();
            site.waldur().waitFor(site.orderMachine("web").uuid(), OrderSnapshot.State.DONE, PATIENCE);

            process.terminate();
            while (process.isAlive()) {
                new ProcessBuilder("kill", "-HUP", Long.toString(process.pid()))
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor();
            }
            assertThat(process.ended(40, TimeUnit.SECONDS).status()).isZero();
        }
    }

    @Test
    void onceGoesOnWithWhatItBeganWith() throws Exception {
        OrderSnapshot order = site.orderMachine("web");
        try (AgentProcess process = agent.start("--once", "-c", file.toString())) {
            await().atMost(PATIENCE).until(() -> site.cloud().createCount() == 1);
            process.hangUp();

            AgentProcess.Ended ended = process.ended(60, TimeUnit.SECONDS);
            assertThat(ended.status()).isZero();
            assertThat(ended.out()).contains("a run with --once goes on with what it began with");
        }
        assertThat(site.waldur().order(order.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
    }

    private static long count(AgentProcess process, String text) throws IOException {
        return process.outSoFar().lines().filter(line -> line.contains(text)).count();
    }

    private String metrics(int port) throws IOException, InterruptedException {
        URI address = URI.create("http://127.0.0.1:" + port + "/metrics");
        return http.send(
                        HttpRequest.newBuilder(address)
                                .timeout(Duration.ofSeconds(10))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
