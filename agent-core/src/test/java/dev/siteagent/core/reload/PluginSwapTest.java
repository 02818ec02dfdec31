package dev.siteagent.core.reload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.plugins.Log;
import dev.siteagent.core.plugins.PluginCallListener;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.plugins.PluginJar;
import dev.siteagent.core.plugins.PluginReport;
import dev.siteagent.core.reload.ReloadListener.Outcome;
import dev.siteagent.core.runtime.FolderCloud;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A running agent takes over a changed plugins folder: whole runs, plugin jars, a simulated Waldur. */
@Timeout(180)
class PluginSwapTest {
    private static final String WATCH = "plugins: {watch: true}\n";

    @TempDir
    private Path plugins;

    @TempDir
    private Path folder;

    private PluginHost host;
    private LiveAgent agent;
    private Path jar;
    private UUID sea;

    @BeforeEach
    void start() throws Exception {
        jar = plugins.resolve("folders.jar");
        FolderCloud.jar("1.0").writeTo(jar);
        host = PluginHost.copying(plugins, PluginCallListener.NONE);
        host.start();
        agent = new LiveAgent(folder, host);
        sea = agent.publish("sea");
        agent.write(agent.entry("sea", sea), WATCH);
        agent.start();
        agent.serves(sea);
    }

    @AfterEach
    void close() throws Exception {
        agent.close();
        host.close();
    }

    @Test
    void newBuildTakesThePlaceOfTheOldOneWhichIsCollected() throws Exception {
        WeakReference<ClassLoader> old = loader();

        put(FolderCloud.jar("2.0").writeTo(folder.resolve("new.jar")), jar);

        patiently().until(() -> agent.opened("sea").contains("2.0"));
        agent.serves(sea);
        assertThat(host.reports()).extracting(PluginReport::version).containsExactly("2.0");
        assertThat(agent.opened("sea")).containsExactly("1.0", "2.0");
        assertThat(agent.waldur.agents()).hasSize(1);
        patiently().until(() -> {
            System.gc();
            return old.get() == null;
        });
    }

    @Test
    void jarThatIsOverwrittenWithNonsenseLeavesItsPluginAtWork() throws Exception {
        try (Log log = new Log()) {
            Files.writeString(jar, "half a jar");
            patiently().until(() -> agent.reloads.contains(Outcome.REFUSED));

            assertThat(log.warnings())
                    .extracting(event -> event.getFormattedMessage())
                    .anySatisfy(line -> assertThat(line).contains(jar.toString(), "it is no readable jar"));
        }
        agent.serves(sea);
        assertThat(agent.opened("sea")).containsExactly("1.0");

        put(FolderCloud.jar("2.0").writeTo(folder.resolve("new.jar")), jar);

        patiently().until(() -> agent.opened("sea").contains("2.0"));
        agent.serves(sea);
    }

    @Test
    void buildWithWhichAnOfferingCouldNotRunWaitsForTheFileToBeCorrected() throws Exception {
        try (Log log = new Log()) {
            put(FolderCloud.jarThatNeedsAnAccount("2.0").writeTo(folder.resolve("new.jar")), jar);
            patiently().until(() -> agent.reloads.contains(Outcome.REFUSED));

            assertThat(log.warnings())
                    .extracting(event -> event.getFormattedMessage())
                    .anySatisfy(line -> assertThat(line).contains("Plugin folders is not replaced", "account"));
        }
        agent.serves(sea);
        assertThat(agent.opened("sea")).containsExactly("1.0");

        agent.write(agent.entry("sea", sea, "  account: mine"), WATCH);
        assertThat(agent.reload()).isEqualTo(Outcome.APPLIED);

        agent.serves(sea);
        assertThat(agent.opened("sea")).containsExactly("1.0", "2.0");
    }

    @Test
    void offeringThatABadEntryCouldBeGoesOnWithTheBuildThatItHas() throws Exception {
        UUID pond = agent.publish("pond");
        String nameless =
                agent.entry("whose", sea).replace("waldur_offering_uuid: " + sea, "waldur_offering_uuid: oops");
        agent.write(agent.entry("pond", pond), nameless, WATCH);
        put(FolderCloud.jar("2.0").writeTo(folder.resolve("new.jar")), jar);

        patiently().until(() -> agent.reloads.contains(Outcome.REFUSED));

        agent.serves(sea);
        assertThat(agent.opened("sea")).containsExactly("1.0");
    }

    @Test
    void offeringWhoseJarIsRemovedEndsAndComesBackWithIt() throws Exception {
        Files.delete(jar);
        patiently().until(() -> host.reports().isEmpty());
        OrderSnapshot order = agent.order(sea);
        assertThat(agent.run().offerings()).isEmpty();
        assertThat(agent.result).isNotDone();
        assertThat(agent.state(order)).isEqualTo(OrderSnapshot.State.PENDING_PROVIDER);

        put(FolderCloud.jar("2.0").writeTo(folder.resolve("new.jar")), plugins.resolve("folders-2.0.jar"));

        agent.waldur.waitFor(order.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(60));
        assertThat(agent.opened("sea")).containsExactly("1.0", "2.0");
    }

    @Test
    void onlyTheOfferingsOfThePluginBeginAndEndWithIt() throws Exception {
        UUID pond = agent.publish("pond");
        agent.write(agent.entry("sea", sea), agent.entry("pond", pond).replace("folders", "ponds"), WATCH);
        assertThat(agent.reload()).isEqualTo(Outcome.PARTLY);
        assertThat(served()).containsExactly("sea");

        PluginJar.plugin("ponds").writeTo(plugins.resolve("ponds.jar"));
        patiently().until(() -> served().equals(List.of("sea", "pond")));
        try (Log log = new Log()) {
            Files.delete(plugins.resolve("ponds.jar"));
            patiently().until(() -> host.reports().size() == 1);

            patiently().untilAsserted(() -> assertThat(log.warnings())
                    .extracting(event -> event.getFormattedMessage())
                    .anySatisfy(line -> assertThat(line)
                            .contains("Offering pond is disabled", "no plugin brings the backend 'ponds'")));
        }
        assertThat(served()).containsExactly("sea");
        agent.serves(sea);
        assertThat(agent.opened("sea")).containsExactly("1.0");
    }

    private List<String> served() {
        return agent.run().offerings().stream().map(OfferingConfiguration::name).toList();
    }

    @Test
    void folderThatIsGoneTakesNoPluginAway() throws Exception {
        Path aside = plugins.resolveSibling(plugins.getFileName() + "-aside");
        try (Log log = new Log()) {
            Files.move(plugins, aside);
            patiently().until(() -> log.warnings().stream()
                    .anyMatch(event -> event.getFormattedMessage().contains("The plugins folder cannot be read")));
        } finally {
            Files.move(aside, plugins);
        }
        agent.serves(sea);
        assertThat(agent.opened("sea")).containsExactly("1.0");
    }

    @Test
    void folderIsLeftAloneOnceTheFileDoesNotWantItWatched() throws Exception {
        agent.write(agent.entry("sea", sea));
        agent.reload();
        Files.delete(jar);
        agent.reload();

        agent.serves(sea);
        assertThat(agent.opened("sea")).containsExactly("1.0");
    }

    private static void put(Path built, Path target) throws IOException {
        Files.write(target, Files.readAllBytes(built));
    }

    private static ConditionFactory patiently() {
        return Awaitility.await().atMost(Duration.ofSeconds(60));
    }

    private WeakReference<ClassLoader> loader() {
        return new WeakReference<>(
                host.registry().backend("folders").orElseThrow().settingsType().getClassLoader());
    }
}
