package dev.siteagent.core.reload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.plugins.Log;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.reload.ReloadListener.Outcome;
import dev.siteagent.core.runtime.FolderCloud;
import dev.siteagent.core.runtime.RunResult;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A running agent takes over a changed file: whole runs, a plugin jar, a simulated Waldur. */
@Timeout(120)
class ReloadTest {
    @TempDir
    private static Path plugins;

    private static PluginHost host;

    @TempDir
    private Path folder;

    private LiveAgent agent;
    private UUID sea;
    private UUID lake;

    @BeforeAll
    static void load() {
        FolderCloud.writeTo(plugins);
        host = new PluginHost(plugins);
        host.start();
    }

    @AfterAll
    static void unload() {
        host.close();
    }

    @BeforeEach
    void publish() throws Exception {
        agent = new LiveAgent(folder, host);
        sea = agent.publish("sea");
        lake = agent.publish("lake");
    }

    @AfterEach
    void close() throws Exception {
        agent.close();
    }

    @Test
    void changedOfferingBeginsAgainAndTheUnchangedOneDoesNotNotice() throws Exception {
        agent.write(agent.entry("sea", sea), agent.entry("lake", lake));
        agent.start();
        agent.serves(sea);
        agent.serves(lake);

        agent.write("# moved\n", agent.entry("lake", lake, "order_concurrency: 2"), agent.entry("sea", sea));
        assertThat(agent.reload()).isEqualTo(Outcome.APPLIED);

        Awaitility.await().until(() -> agent.opened("lake").size() == 2);
        agent.serves(sea);
        agent.serves(lake);
        assertThat(agent.opened("sea")).hasSize(1);
        assertThat(agent.opened("lake")).hasSize(2);
        assertThat(agent.waldur.agents()).hasSize(2);
    }

    @Test
    void newOfferingBeginsAndTheRemovedOneEnds() throws Exception {
        agent.write(agent.entry("sea", sea));
        agent.start();
        agent.serves(sea);

        agent.write(agent.entry("lake", lake));
        agent.reload();

        agent.serves(lake);
        Awaitility.await().until(() -> agent.run().offerings().size() == 1);
        OrderSnapshot late = agent.order(sea);
        agent.serves(lake);
        assertThat(agent.state(late)).isEqualTo(OrderSnapshot.State.PENDING_PROVIDER);
    }

    @Test
    void rotatedSecretIsAChangeThoughTheFileIsTheSame() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), agent.waldur.token());
        String entry = agent.entry("sea", sea).replace(agent.waldur.token(), "${file:" + secret + "}");
        agent.write(entry);
        agent.start();
        agent.serves(sea);
        agent.reload();
        agent.serves(sea);
        assertThat(agent.opened("sea")).hasSize(1);

        Files.writeString(secret, "another");
        assertThat(agent.reload()).isEqualTo(Outcome.APPLIED);
        Awaitility.await().until(() -> agent.opened("sea").size() > 1);
        Files.writeString(secret, agent.waldur.token());
        agent.reload();

        agent.serves(sea);
    }

    @Test
    void fileFromWhichNothingCanRunChangesNothingAndEveryProblemIsSaid() throws Exception {
        agent.write(agent.entry("sea", sea));
        agent.start();
        agent.serves(sea);

        agent.write(agent.entry("sea", sea).replace("waldur_api_token", "waldur_api_tocken"), "timezone: Mars\n");
        try (Log log = new Log()) {
            assertThat(agent.reload()).isEqualTo(Outcome.REFUSED);

            assertThat(log.warnings())
                    .extracting(event -> event.getFormattedMessage())
                    .anySatisfy(line -> assertThat(line).contains("timezone", "must be a time zone"))
                    .anySatisfy(line -> assertThat(line).contains("waldur_api_tocken"))
                    .anySatisfy(line -> assertThat(line).contains("The configuration stays as it was"));
        }
        agent.serves(sea);
        assertThat(agent.opened("sea")).hasSize(1);
    }

    @Test
    void offeringWhoseEntryIsBadGoesOnAsItWasBesideOneThatChanges() throws Exception {
        agent.write(agent.entry("sea", sea), agent.entry("lake", lake));
        agent.start();
        agent.serves(sea);
        agent.serves(lake);

        agent.write(
                agent.entry("sea", sea, "order_concurrency: many"), agent.entry("lake", lake, "order_concurrency: 2"));
        try (Log log = new Log()) {
            assertThat(agent.reload()).isEqualTo(Outcome.PARTLY);

            assertThat(log.warnings())
                    .extracting(event -> event.getFormattedMessage())
                    .anySatisfy(line -> assertThat(line)
                            .contains("Offering sea goes on with the settings that it had", "order_concurrency"));
        }
        Awaitility.await().until(() -> agent.opened("lake").size() == 2);
        agent.serves(sea);
        assertThat(agent.opened("sea")).hasSize(1);
    }

    @Test
    void entryThatCouldBeAnybodysEndsNobody() throws Exception {
        agent.write(agent.entry("sea", sea), agent.entry("lake", lake));
        agent.start();
        agent.serves(sea);

        agent.write(
                agent.entry("lake", lake),
                agent.entry("sea", sea).replace(sea.toString(), "slip").replace("name: sea", "name: ocean"));
        assertThat(agent.reload()).isEqualTo(Outcome.PARTLY);

        agent.serves(sea);
        assertThat(agent.opened("sea")).hasSize(1);
    }

    @Test
    void globalKeyThatTouchesTheWorkChangesEveryOffering() throws Exception {
        agent.write(agent.entry("sea", sea), agent.entry("lake", lake));
        agent.start();
        agent.serves(sea);
        agent.serves(lake);

        agent.write(agent.entry("sea", sea), agent.entry("lake", lake), "timezone: Europe/Tallinn\n");
        agent.reload();

        Awaitility.await()
                .until(() ->
                        agent.opened("sea").size() == 2 && agent.opened("lake").size() == 2);
        agent.serves(sea);
    }

    @Test
    void offeringThatItsBackendRefusesDoesNotEndTheAgentOnceItReloadsAndBeginsAgain() throws Exception {
        agent.write(agent.entry("sea", sea));
        agent.start();
        agent.serves(sea);

        agent.write(agent.entry("sea", sea).replace("folder: ", "measures: false # "));
        assertThat(agent.reload()).isEqualTo(Outcome.APPLIED);
        Awaitility.await().until(() -> agent.run().hung().isEmpty());
        agent.write(agent.entry("sea", sea));
        agent.reload();

        agent.serves(sea);
        assertThat(agent.result).isNotDone();
    }

    @Test
    void serviceBeginsAndEndsWithItsEntry() throws Exception {
        agent.write(agent.entry("sea", sea));
        agent.start();
        agent.serves(sea);
        agent.write(agent.entry("sea", sea), "services: [{type: clinger}]\n");
        agent.reload();
        agent.write(agent.entry("sea", sea), "services: [{type: clinger, slip: 1}, {type: nobody}]\n");

        assertThat(agent.reload()).isEqualTo(Outcome.PARTLY);

        assertThat(agent.opened("sea")).hasSize(1);
    }

    @Test
    void requestsInQuickSuccessionLeaveTheLastFileInForce() throws Exception {
        agent.write(agent.entry("sea", sea));
        agent.start();
        for (int i = 1; i <= 20; i++) {
            agent.write(agent.entry("sea", sea, "order_concurrency: " + i));
            agent.reloading().request();
        }
        agent.write(agent.entry("lake", lake));
        agent.reload();

        agent.serves(lake);
        agent.settles(1);
    }

    @Test
    void requestAfterTheStopChangesNothing() throws Exception {
        agent.write(agent.entry("sea", sea));
        agent.start();
        agent.serves(sea);
        agent.run().stop();
        agent.write(agent.entry("lake", lake));

        agent.reloading().request();

        assertThat(agent.result.get(30, TimeUnit.SECONDS).exitStatus()).isEqualTo(RunResult.GOOD);
        assertThat(agent.opened("lake")).isEmpty();
    }
}
