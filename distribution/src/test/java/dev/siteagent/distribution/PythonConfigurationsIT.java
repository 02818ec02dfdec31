package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.siteagent.distribution.cluster.ClusterPlugin;
import dev.siteagent.sandbox.digitalocean.DigitalOceanSandbox;
import dev.siteagent.sandbox.stomp.StompBroker;
import dev.siteagent.sandbox.stomp.WaldurEvents;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Configurations as operators of the Python agent have them, byte for byte. Their Waldur is reached through a proxy that the
 * Java virtual machine is told of, which is the simulated Waldur itself, or a {@link FrontDoor} to it.
 */
@Timeout(180)
class PythonConfigurationsIT {
    private static final UUID OFFERING = UUID.fromString("11111111-1111-1111-1111-111111111111");
    private static final UUID OTHER = UUID.fromString("22222222-2222-2222-2222-222222222222");
    private static final String TOKEN = "TOKEN-OF-THE-CENTRE";
    private static final String[] SECRETS = {TOKEN, "PASSWORD-OF-THE-METER", "PASSWORD-OF-THE-DIRECTORY"};

    /** Of the example that the specification has. */
    private static final UUID MACHINES = UUID.fromString("2c0bb6a3-b4a9-4f3e-9d3f-6c1a5f4b7e10");

    private final WaldurSandbox waldur = WaldurSandbox.start(new WaldurSandbox.Options(0, Clock.systemUTC(), TOKEN));
    private final UUID project = waldur.people().addProject("Physics");

    @TempDir
    private Path outputs;

    private PackagedAgent agent;
    private Path accounts;

    @BeforeEach
    void prepare() throws IOException, URISyntaxException {
        URI proxy = URI.create(waldur.apiUrl());
        agent = PackagedAgent.in(outputs)
                .withOption("-Dhttp.proxyHost=" + proxy.getHost())
                .withOption("-Dhttp.proxyPort=" + proxy.getPort())
                .with(
                        "SITE_AGENT_PLUGINS_DIR",
                        Files.createDirectory(outputs.resolve("plugins")).toString());
        ClusterPlugin.writeTo(outputs.resolve("plugins/cluster.jar"));
        accounts = Files.createDirectory(outputs.resolve("accounts"));
    }

    @AfterEach
    void nothingSecretWasWritten() throws IOException {
        waldur.close();
        assertThat(agent.everythingWritten()).doesNotContain(SECRETS);
    }

    private Path configuration(String name) throws IOException {
        try (InputStream file = Objects.requireNonNull(getClass().getResourceAsStream("/python/" + name))) {
            Path copy = outputs.resolve("waldur-site-agent-config.yaml");
            Files.write(copy, file.readAllBytes());
            return copy;
        }
    }

    /** Runs one cycle of a mode by the command line of the Python agent, with the file of the default name. */
    private void once(String mode) throws IOException, InterruptedException {
        AgentProcess.Ended ended = agent.run("-m", mode, "--once");
        assertThat(ended.status()).as(ended.out() + ended.err()).isZero();
    }

    private UUID member(UUID offering, String username) {
        UUID user = waldur.people().addUser("ada", "Ada", "ada@example.com");
        waldur.people().addMember(project, user, "PROJECT.MEMBER");
        return waldur.people().addOfferingUser(offering, user, username);
    }

    private OrderSnapshot order(NewOrder order) {
        return waldur.createOrder(OFFERING, project, order);
    }

    @Test
    void pollingAgentOfOneClusterServesItsOrdersMembersAndUsage() throws Exception {
        configuration("polling.yaml");
        waldur.addOffering(
                OFFERING,
                NewOffering.named("Cluster")
                        .component("cpu", "limit", "k-Hours")
                        .component("mem", "usage", "gb-Hours"));
        member(OFFERING, "ada");
        OrderSnapshot order = order(NewOrder.named("simulation").limit("cpu", 2));

        AgentProcess.Ended validated = agent.run("validate");
        assertThat(validated.status()).isZero();
        assertThat(validated.out())
                .containsSubsequence("time zone   Europe/Tallinn", "the current month\n")
                .containsSubsequence("orders      slurm,", "members     slurm", "usage       slurm")
                .contains("offerings[0].mqtt_enabled: unknown key, it has no effect")
                .contains("qos_defualt: unknown key, it has no effect; did you mean 'qos_default'?")
                .contains("homedir_quota: unknown key")
                .contains("0 errors, 3 warnings; 1 of 1 offering can run");

        once("order_process");
        assertThat(waldur.order(order.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
        String account = waldur.resource(order.resource()).backendId();
        assertThat(account).startsWith("hpc_simulation");
        assertThat(accounts.resolve(account)).hasContent("cpu=120000");

        once("membership_sync");
        assertThat(accounts.resolve(account + ".members")).hasContent("ada");

        Files.writeString(accounts.resolve(account + ".usage"), "mem=92160\n");
        once("report");
        assertThat(waldur.usages(order.resource())).singleElement().satisfies(usage -> {
            assertThat(usage.component()).isEqualTo("mem");
            assertThat(usage.amount()).isEqualByComparingTo("1.5");
        });
    }

    @Test
    void keysThatOfferingsShareAndBackendsByModeAreServedAsTheFileSays() throws Exception {
        configuration("shared-keys.yaml");
        waldur.addOffering(
                OFFERING,
                NewOffering.named("Cluster")
                        .component("cpu", "usage", "k-Hours")
                        .option("username_generation_policy", "service_provider")
                        .option("service_provider_can_create_offering_user", true));
        waldur.addOffering(OTHER, NewOffering.named("Usage").component("cpu", "usage", "k-Hours"));
        UUID ada = member(OFFERING, "");
        OrderSnapshot order = order(NewOrder.named("simulation"));
        UUID measured = waldur.addResource(OTHER, project, NewOrder.named("old"), "old");
        Files.writeString(accounts.resolve("old"), "");
        Files.writeString(accounts.resolve("old.usage"), "cpu=30000\n");

        AgentProcess.Ended validated = agent.run("validate");
        assertThat(validated.status()).isZero();
        assertThat(validated.out())
                .containsSubsequence("orders      slurm,", "members     slurm", "usage       meter", "usernames   ldap")
                .containsSubsequence("orders      off", "members     off", "usage       meter")
                .contains("0 errors, ", "2 of 2 offerings can run")
                .contains("x-common: unknown key", "uid_range_start: unknown key");

        once("order_process,membership_sync");
        assertThat(waldur.order(order.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
        String account = waldur.resource(order.resource()).backendId();
        assertThat(account).startsWith("simulation");
        assertThat(waldur.people().offeringUser(ada).username()).isEqualTo("hpc-ada");
        assertThat(accounts.resolve(account + ".members")).hasContent("hpc-ada");

        once("report");
        assertThat(waldur.usages(measured)).singleElement().satisfies(usage -> assertThat(usage.amount())
                .isEqualByComparingTo("0.5"));
    }

    @Test
    void agentThatIsDrivenByEventsNamesNoBackendAndUsesThatOfItsTypeForAll() throws Exception {
        Path file = configuration("events.yaml");
        waldur.addOffering(OFFERING, NewOffering.named("Nodes").component("node", "limit", "Hours"));
        try (StompBroker broker = StompBroker.open()) {
            WaldurEvents events = new WaldurEvents(waldur, broker);
            // The port is that of the test's broker; nothing else of the file is another.
            Files.writeString(
                    file,
                    Files.readString(file).replace("15674", Integer.toString(broker.port())),
                    StandardCharsets.UTF_8);
            assertThat(agent.run("validate").out())
                    .containsSubsequence("orders      slurm,", "members     slurm", "usage       slurm")
                    .contains("events      on", "0 errors, ");

            try (AgentProcess process = agent.start("-m", "event_process")) {
                await().atMost(Duration.ofMinutes(1)).until(() -> events.queues() > 0);
                OrderSnapshot order = order(NewOrder.named("simulation").limit("node", 5));
                waldur.waitFor(order.uuid(), OrderSnapshot.State.DONE, Duration.ofMinutes(1));
                String account = waldur.resource(order.resource()).backendId();
                assertThat(account).startsWith("e2e_alloc_simulation");
                assertThat(accounts.resolve(account)).hasContent("node=5");
                // The order alone proves nothing: without events a list would have shown it, too.
                await().atMost(Duration.ofSeconds(30)).until(() -> events.published() > 0 && events.atTheBroker() == 0);
                process.terminate();
                assertThat(process.ended(40, TimeUnit.SECONDS).status()).isZero();
            } finally {
                events.close();
            }
        }
    }

    @Test
    void exampleOfTheSpecificationServesItsMachines() throws Exception {
        configuration("digitalocean.yaml");
        waldur.addOffering(MACHINES, NewOffering.ofMachines("Machines"));
        OrderSnapshot order = waldur.createOrder(
                MACHINES,
                project,
                NewOrder.named("web").limit("cpu", 1).limit("ram", 1024).limit("disk", 25));
        Path keys = Files.createDirectory(outputs.resolve("keys"));
        try (DigitalOceanSandbox cloud = DigitalOceanSandbox.start(DigitalOceanSandbox.Options.usual());
                FrontDoor door = new FrontDoor(keys, URI.create(waldur.apiUrl()), cloud.apiUrl())) {
            cloud.habits().bootDuration(Duration.ofSeconds(1));
            door.leads(agent);
            agent.with("WALDUR_API_TOKEN", waldur.token())
                    .with("DIGITALOCEAN_TOKEN", cloud.token())
                    .with("SITE_AGENT_PLUGINS_DIR", "");
            AgentProcess.Ended validated = agent.run("validate");
            assertThat(validated.status()).isZero();
            assertThat(validated.out())
                    .containsSubsequence("orders      digitalocean,", "members     digitalocean", "usage       digital")
                    .contains("0 errors, 0 warnings; 1 of 1 offering can run");

            once("order_process,membership_sync,report");

            assertThat(waldur.order(order.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
            assertThat(cloud.droplets()).singleElement().satisfies(droplet -> {
                assertThat(Long.toString(droplet.id()))
                        .isEqualTo(waldur.resource(order.resource()).backendId());
                assertThat(droplet.size().slug()).isEqualTo("s-1vcpu-1gb");
                assertThat(droplet.region()).isEqualTo("ams3");
            });
            assertThat(agent.everythingWritten()).doesNotContain(cloud.token());
        }
    }
}
