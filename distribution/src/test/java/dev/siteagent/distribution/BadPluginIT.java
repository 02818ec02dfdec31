package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged agent with a plugin that behaves as badly as it can beside a good one. */
@Timeout(180)
class BadPluginIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Site site = new Site();
    private final UUID offering = site.waldur().addOffering(NewOffering.ofMachines("Bad"));
    private final UUID project = site.waldur().people().addProject("Chemistry");

    @TempDir
    private Path outputs;

    @TempDir
    private Path habits;

    @TempDir
    private Path scratch;

    private PackagedAgent agent;
    private String file;

    @BeforeEach
    void configure() throws IOException {
        Path plugins = Files.createDirectory(outputs.resolve("plugins"));
        try (Stream<Path> shipped = Files.list(PackagedAgent.folder().resolve("plugins"))) {
            for (Path jar : shipped.toList()) {
                Files.copy(jar, plugins.resolve(jar.getFileName()));
            }
        }
        BadPlugin.write(PackagedAgent.folder(), plugins.resolve("bad.jar"), scratch);
        agent = site.givesTokensTo(PackagedAgent.in(outputs))
                .with("SITE_AGENT_PLUGINS_DIR", plugins.toString())
                .with("WALDUR_SITE_AGENT_ORDER_PROCESS_PERIOD_MINUTES", "0.02");
        file = site.configuration(outputs, """
                  - name: Bad
                    waldur_api_url: %s
                    waldur_api_token: ${env:WALDUR_API_TOKEN}
                    waldur_offering_uuid: %s
                    backend_type: bad
                    order_processing_backend: bad
                    backend_settings: {folder: "%s"}
                """.formatted(site.waldur().apiUrl(), offering, habits))
                .toString();
    }

    @AfterEach
    void nothingSecretWasWritten() throws IOException {
        site.close();
        assertThat(agent.everythingWritten()).doesNotContain(site.secrets());
    }

    @Test
    void moreEndlessLoopsThanProcessorsKeepNoOtherOfferingFromItsOrders() throws Exception {
        Files.createFile(habits.resolve("deaf"));
        List<OrderSnapshot> stuck = new ArrayList<>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors() + 2; i++) {
            stuck.add(order("stuck-" + i));
        }
        try (AgentProcess process = agent.start("-c", file)) {
            for (OrderSnapshot order : stuck) {
                site.waldur().waitFor(order.uuid(), OrderSnapshot.State.EXECUTING, PATIENCE);
            }

            OrderSnapshot good = site.orderMachine("web");
            site.waldur().waitFor(good.uuid(), OrderSnapshot.State.DONE, PATIENCE);
            assertThat(stuck).allSatisfy(order -> assertThat(
                            site.waldur().order(order.uuid()).state())
                    .isEqualTo(OrderSnapshot.State.EXECUTING));

            Files.delete(habits.resolve("deaf"));
            for (OrderSnapshot order : stuck) {
                site.waldur().waitFor(order.uuid(), OrderSnapshot.State.DONE, PATIENCE);
            }
            process.terminate();
            AgentProcess.Ended ended = process.ended(30, TimeUnit.SECONDS);
            assertThat(ended.status()).isZero();
            assertThat(ended.out().lines()).allMatch(line -> line.startsWith("{") && line.endsWith("}"));
            assertThat(ended.out()).contains("this is no JSON");
        }
    }

    @Test
    void runOfOneCycleEndsThoughNothingOfThePluginDoes() throws Exception {
        Files.createFile(habits.resolve("clings"));
        OrderSnapshot order = order("web");

        try (AgentProcess process = agent.start("--once", "-c", file)) {
            AgentProcess.Ended ended = process.ended(60, TimeUnit.SECONDS);

            assertThat(site.waldur().order(order.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
            assertThat(ended.status()).isZero();
            assertThat(ended.out())
                    .contains("The backend of offering Bad is not closed after PT10S", "bad.Provider.waitForEver")
                    .contains("The process is ended by force");
        }
    }

    @Test
    void pluginThatEndsTheProcessByReflectionIsNamedAndASupervisorStartsAnother() throws Exception {
        Files.createFile(habits.resolve("exits"));
        try (AgentProcess process = agent.start("-c", file)) {
            order("web");

            AgentProcess.Ended ended = process.ended(60, TimeUnit.SECONDS);
            assertThat(ended.status()).isEqualTo(1);
            assertThat(ended.out()).contains("asks the process to end", "plugin bad 1.0.0//bad.Provider.exit");
        }
    }

    private OrderSnapshot order(String name) {
        return site.waldur().createOrder(offering, project, NewOrder.named(name));
    }
}
