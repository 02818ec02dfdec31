package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.ConfigurationReader;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.plugins.PluginReport;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import dev.siteagent.spi.SpiVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Plugins that were compiled against the recorded SPI, with the host of today. */
@Timeout(120)
class RecordedSpiTest {
    @TempDir
    private Path folder;

    @Test
    void pluginCompiledAgainstTheRecordedSpiServesAnOrder() throws Exception {
        Path plugins = Files.createDirectory(folder.resolve("plugins"));
        Path machines = Files.createDirectory(folder.resolve("machines"));
        FolderCloud.jar("1.2.3")
                .manifest("Plugin-Requires", "^" + recordedVersion())
                .spi(recorded())
                .writeTo(plugins.resolve("folders.jar"));
        try (WaldurSandbox waldur = WaldurSandbox.start();
                PluginHost host = new PluginHost(plugins)) {
            UUID offering = waldur.addOffering(NewOffering.ofMachines("Folders"));
            OrderSnapshot order =
                    waldur.createOrder(offering, waldur.people().addProject("Water"), NewOrder.named("web"));
            host.start();
            assertThat(host.reports())
                    .extracting(PluginReport::id, PluginReport::state)
                    .containsExactly(tuple("folders", PluginReport.State.STARTED));

            RunResult result = new AgentRun(
                            configuration(host, waldur, offering, machines),
                            host,
                            RunOptions.of(Set.of(Mode.ORDER_PROCESS), true, "1.0", name -> null)
                                    .withHeartbeat(folder.resolve("heartbeat")))
                    .run();

            assertThat(result.exitStatus()).isEqualTo(RunResult.GOOD);
            assertThat(waldur.order(order.uuid()).state()).isEqualTo(OrderSnapshot.State.DONE);
        }
    }

    @Test
    void recordIsOfTheMajorVersionOfToday() throws Exception {
        assertThat(major(recordedVersion()))
                .as("a new major version begins with a record of its own in agent-spi/api")
                .isEqualTo(major(SpiVersion.current()));
    }

    private static String major(String version) {
        return version.substring(0, version.indexOf('.'));
    }

    private static AgentConfiguration configuration(PluginHost host, WaldurSandbox waldur, UUID offering, Path machines)
            throws IOException {
        Path file = Files.writeString(machines.resolveSibling("config.yaml"), """
                offerings:
                  - name: Folders
                    waldur_api_url: %s
                    waldur_api_token: %s
                    waldur_offering_uuid: %s
                    backend_type: folders
                    backend_settings: {folder: %s}
                """.formatted(
                        waldur.apiUrl(), waldur.token(), offering, machines));
        ConfigurationResult read = new ConfigurationReader(host.registry(), name -> null).read(file);
        assertThat(read.configuration()).as("%s", read.problems()).isPresent();
        return read.configuration().get();
    }

    private static String recordedVersion() throws IOException {
        return recorded().getFileName().toString().replaceAll("agent-spi-|\\.jar", "");
    }

    private static Path recorded() throws IOException {
        try (Stream<Path> records = Files.list(Path.of("..", "agent-spi", "api"))) {
            List<Path> jars =
                    records.filter(file -> file.toString().endsWith(".jar")).toList();
            assertThat(jars).as("records in agent-spi/api").hasSize(1);
            return jars.get(0);
        }
    }
}
