package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.siteagent.sandbox.digitalocean.Droplet;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged agent as a process between a simulated Waldur and a simulated DigitalOcean. */
@Timeout(180)
class OrdersIT {
    private final Site site = new Site();

    @TempDir
    private Path outputs;

    private PackagedAgent agent;
    private Path configuration;

    @BeforeEach
    void configure() throws IOException {
        agent = site.givesTokensTo(PackagedAgent.in(outputs));
        configuration = site.configuration(outputs);
    }

    @AfterEach
    void nothingSecretWasWritten() throws IOException {
        site.close();
        assertThat(agent.everythingWritten()).doesNotContain(site.secrets());
    }

    @Test
    void createAndTerminateGoThroughToDone() throws Exception {
        OrderSnapshot create = site.orderMachine("web");

        AgentProcess.Ended made = once();

        assertThat(made.status()).as(made.out() + made.err()).isZero();
        assertThat(site.waldur().order(create.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
        assertThat(site.cloud().droplets()).hasSize(1);
        Droplet droplet = site.cloud().droplets().get(0);
        ResourceSnapshot resource = site.waldur().resource(create.resource());
        assertThat(resource.state()).isEqualTo(ResourceSnapshot.State.OK);
        assertThat(resource.backendId()).isEqualTo(Long.toString(droplet.id()));
        assertThat(resource.limits())
                .containsEntry("cpu", 1L)
                .containsEntry("ram", 1024L)
                .containsEntry("disk", 25600L);
        assertThat(resource.backendMetadata()
                        .at("/droplet/networks/public_ipv4")
                        .asText())
                .isEqualTo(droplet.publicIpv4());

        OrderSnapshot terminate = site.waldur().terminateOrder(create.resource());
        AgentProcess.Ended destroyed = once();

        assertThat(destroyed.status()).as(destroyed.out() + destroyed.err()).isZero();
        assertThat(site.waldur().order(terminate.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
        assertThat(site.waldur().resource(create.resource()).state()).isEqualTo(ResourceSnapshot.State.TERMINATED);
        assertThat(site.cloud().droplets()).isEmpty();
    }

    @Test
    void agentKilledBeforeWaldurKnewOfTheDropletAdoptsItInTheNextRun() throws Exception {
        OrderSnapshot create = site.orderMachine("web");
        CompletableFuture<AgentProcess> running = new CompletableFuture<>();
        site.cloud().tap((written, response) -> {
            if (isDropletCreate(written)) {
                running.join().kill();
            }
        });
        try (AgentProcess process = agent.start("-m", "order_process", "-c", configuration.toString(), "--once")) {
            running.complete(process);
            assertThat(process.ended(60, TimeUnit.SECONDS).status()).isEqualTo(128 + 9);
        }
        assertThat(site.cloud().droplets()).hasSize(1);
        assertThat(site.waldur().resource(create.resource()).backendId()).isEmpty();
        assertThat(site.waldur().order(create.uuid()).state()).isEqualTo(OrderSnapshot.State.EXECUTING);
        site.cloud().tap((written, response) -> {});

        AgentProcess.Ended second = once();

        assertThat(second.status()).as(second.out() + second.err()).isZero();
        assertThat(site.waldur().order(create.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
        assertThat(site.cloud().droplets()).hasSize(1);
        assertThat(site.cloud().createCount()).isEqualTo(1);
        assertThat(site.waldur().resource(create.resource()).backendId())
                .isEqualTo(Long.toString(site.cloud().droplets().get(0).id()));
    }

    @Test
    void pluginDroppedIntoThePluginsFolderServesAnOfferingWithNoOtherChange() throws Exception {
        agent.withTheExamplePlugin();
        UUID offering = site.addOffering("Files");
        Path directory = outputs.resolve("resources");
        Path both = site.configuration(outputs, """
                  - name: Files
                    waldur_api_url: %s
                    waldur_api_token: ${env:WALDUR_API_TOKEN}
                    waldur_offering_uuid: %s
                    backend_type: example
                    order_processing_backend: example
                    backend_settings: {directory: %s}
                    backend_components:
                      slots: {measured_unit: Slots, unit_factor: 1, accounting_type: limit, label: Slots}
                """.formatted(site.waldur().apiUrl(), offering, directory));

        assertThat(agent.run("plugins", "list").out())
                .contains("example", "1.0.0", "Example Ltd", "minimal-plugin-1.0.0.jar")
                .contains("digitalocean");
        OrderSnapshot file = site.waldur()
                .createOrder(offering, site.project(), NewOrder.named("shelf").limit("slots", 3));
        OrderSnapshot machine = site.orderMachine("web");
        AgentProcess.Ended ended = agent.run("run", "-m", "all", "-c", both.toString(), "--once");

        assertThat(ended.status()).as(ended.out() + ended.err()).isZero();
        assertThat(site.waldur().order(file.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
        assertThat(site.waldur().order(machine.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
        assertThat(site.waldur().resource(file.resource()).backendId()).isEqualTo("example-" + file.resource());
        assertThat(directory.resolve("example-" + file.resource())).hasContent("slots=3");
    }

    @Test
    void sigtermLetsTheAgentEndWellBetweenCycles() throws Exception {
        agent.with("WALDUR_SITE_AGENT_ORDER_PROCESS_PERIOD_MINUTES", "0.01");
        try (AgentProcess process = agent.start("-c", configuration.toString())) {
            OrderSnapshot create = site.orderMachine("web");
            site.waldur().waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(60));
            process.terminate();
            AgentProcess.Ended ended = process.ended(40, TimeUnit.SECONDS);

            assertThat(ended.status()).as(ended.out() + ended.err()).isZero();
        }
    }

    @Test
    void sigtermWhileAMachineBootsLeavesTheOrderToTheNextRun() throws Exception {
        site.cloud().habits().bootDuration(Duration.ofHours(1));
        OrderSnapshot create = site.orderMachine("web");
        try (AgentProcess process = agent.start("-c", configuration.toString())) {
            await().atMost(Duration.ofSeconds(60)).until(() -> !site.waldur()
                    .resource(create.resource())
                    .backendId()
                    .isEmpty());
            process.terminate();

            assertThat(process.ended(40, TimeUnit.SECONDS).status()).isZero();
        }
        assertThat(site.waldur().order(create.uuid()).state()).isEqualTo(OrderSnapshot.State.EXECUTING);
        site.cloud().advance(Duration.ofHours(1));

        assertThat(once().status()).isZero();
        assertThat(site.waldur().order(create.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
        assertThat(site.cloud().createCount()).isEqualTo(1);
    }

    @Test
    void anOrderThatFailsMakesOnceEndWithOne() throws Exception {
        OrderSnapshot create = site.waldur()
                .createOrder(
                        site.orderMachine("first").offering(),
                        site.project(),
                        NewOrder.named("odd").attribute("size", "s-999vcpu").limit("cpu", 1));

        AgentProcess.Ended ended = once();

        assertThat(ended.status()).isEqualTo(1);
        OrderSnapshot erred = site.waldur().order(create.uuid());
        assertThat(erred.state()).isEqualTo(OrderSnapshot.State.ERRED);
        assertThat(erred.errorMessage()).contains("odd", "size");
    }

    @Test
    void whatIsLoggedIsOneJsonObjectALineWithTheOrderInIt() throws Exception {
        OrderSnapshot create = site.orderMachine("web");

        String out = once().out();

        ObjectMapper json = new ObjectMapper();
        boolean named = false;
        for (String line : out.lines().toList()) {
            JsonNode object = json.readTree(line);
            assertThat(object.hasNonNull("event") && object.hasNonNull("timestamp") && object.hasNonNull("level"))
                    .as(line)
                    .isTrue();
            named |= sameUuid(object.path("order").asText(), create.uuid());
        }
        assertThat(named).as("a line about the order in\n" + out).isTrue();
    }

    @Test
    void aConfigurationThatCannotWorkEndsWithTwoAndSaysWhereItIsWrong() throws Exception {
        Files.writeString(configuration, "offerings:\n  - name: Machines\n    backend_type: nowhere\n");

        AgentProcess.Ended validated = agent.run("validate", "-c", configuration.toString());
        AgentProcess.Ended ran = once();

        assertThat(validated.status()).isEqualTo(2);
        assertThat(validated.out()).contains("site-agent.yaml:3:").contains("nowhere");
        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.out()).contains("site-agent.yaml:3:").contains("nowhere");
    }

    @Test
    void diagnosticsShowsWaldurTheOfferingItsOrdersAndTheCloud() throws Exception {
        OrderSnapshot create = site.orderMachine("web");

        AgentProcess.Ended ended = agent.run("diagnostics", "-c", configuration.toString());

        assertThat(ended.status()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out())
                .contains("Machines", "answers at " + site.waldur().apiUrl(), "1 open orders", "backend digitalocean")
                .contains(create.uuid().toString());
        assertThat(site.cloud().droplets()).isEmpty();
    }

    @Test
    void diagnosticsWithATokenThatIsNotGoodEndsWithOne() throws Exception {
        agent.with("WALDUR_API_TOKEN", "0123456789abcdef0123456789abcdef");

        AgentProcess.Ended ended = agent.run("diagnostics", "-c", configuration.toString());

        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.out()).contains("bad", "401").doesNotContain("0123456789abcdef0123456789abcdef");
    }

    @Test
    void healthIsGoodWhileTheAgentRunsAndBadWhenItNeverDid() throws Exception {
        assertThat(agent.run("healthz", "-c", configuration.toString()).status())
                .isEqualTo(1);
        try (AgentProcess process = agent.start("-c", configuration.toString())) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> agent.run("healthz", "--liveness-only").status() == 0);
            assertThat(agent.run("healthz", "-c", configuration.toString()).status())
                    .isZero();
            assertThat(process.isAlive()).isTrue();
        }
        agent.with("WALDUR_API_TOKEN", "0123456789abcdef0123456789abcdef");
        assertThat(agent.run("healthz", "-c", configuration.toString()).status())
                .isEqualTo(1);
    }

    @Test
    void healthAndMetricsAreServedWhereThePortIsNamedAndTellWhatIsLeftOfTheRateLimit() throws Exception {
        int port = freePort();
        Files.writeString(configuration, "http: {port: " + port + "}\n", StandardOpenOption.APPEND);
        OrderSnapshot create = site.orderMachine("web");
        try (AgentProcess process = agent.start("-c", configuration.toString())) {
            site.waldur().waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(60));

            assertThat(get(port, "/healthz")).isEqualTo("200 alive\n");
            Socket slow = halfSentRequest(port);
            assertThat(get(port, "/readyz")).isEqualTo("200 ready\n");
            await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(get(port, "/metrics"))
                    .contains("siteagent_orders_total{offering=\"Machines\",outcome=\"done\",type=\"create\"} 1.0")
                    .contains("siteagent_waldur_calls_total{operation=\"orders.list\",status=\"200\"}")
                    .contains(
                            "siteagent_backend_calls_total{operation=\"create\",plugin=\"digitalocean\",status=\"ok\"} 1.0")
                    .contains("siteagent_plugins{plugin=\"digitalocean\",state=\"started\"")
                    .containsPattern("siteagent_rate_limit_left\\{account=\"[0-9a-f]{8}\",api=\"[^\"]+\"} [0-9]+")
                    .doesNotContain(site.secrets()));
            assertThat(process.isAlive()).isTrue();
            site.waldur().close();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> get(port, "/readyz").startsWith("503"));
            assertThat(get(port, "/healthz")).isEqualTo("200 alive\n");
            try (slow) {
                assertThat(slow.getInputStream().read())
                        .as("the end of a connection whose request does not")
                        .isEqualTo(-1);
            }
        }
    }

    private static Socket halfSentRequest(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) Duration.ofSeconds(20).toMillis());
        socket.getOutputStream().write("GET /he".getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @Test
    void testOrderMakesAndDeletesARealMachineWithoutWaldur() throws Exception {
        UUID resource = UUID.randomUUID();

        AgentProcess.Ended made =
                testOrder("create", resource, "--limits", "{\"cpu\": 1, \"ram\": 1024, \"disk\": 25600}");

        assertThat(made.status()).as(made.out() + made.err()).isZero();
        Droplet droplet = site.cloud().droplets().get(0);
        assertThat(made.out()).contains("-> create: ok", "backend id  " + droplet.id(), droplet.publicIpv4());
        assertThat(testOrder("terminate", resource).status()).isZero();
        assertThat(site.cloud().droplets()).isEmpty();
        assertThat(site.waldur().requests().all()).isEmpty();
    }

    private AgentProcess.Ended testOrder(String type, UUID resource, String... options)
            throws IOException, InterruptedException {
        List<String> all =
                new ArrayList<>(List.of("test-order", "-c", configuration.toString(), "--offering", "Machines"));
        all.addAll(List.of("--type", type, "--resource", resource.toString(), "--yes"));
        all.addAll(List.of(options));
        return agent.run(all.toArray(String[]::new));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String get(int port, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(15))
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        return response.statusCode() + " " + response.body();
    }

    private AgentProcess.Ended once() throws IOException, InterruptedException {
        return agent.run("-m", "order_process", "-c", configuration.toString(), "--once");
    }

    private static boolean isDropletCreate(Request request) {
        return request.method().equals("POST") && request.path().equals("/v2/droplets");
    }

    private static boolean sameUuid(String text, UUID uuid) {
        return text.replace("-", "").equalsIgnoreCase(uuid.toString().replace("-", ""));
    }
}
