package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.ConfigurationReader;
import dev.siteagent.core.plugins.PluginHost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which modes serve an offering. */
class ModeChoiceTest {
    @TempDir
    private static Path plugins;

    private static PluginHost host;

    @TempDir
    private Path folder;

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

    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "order_process                 |                                             | ORDERS order_process",
                "membership_sync               |                                             | MEMBERSHIP membership_sync",
                "membership_sync,order_process |                                             | ORDERS order_process, MEMBERSHIP membership_sync",
                "event_process                 |                                             | ''",
                "membership_sync               | stomp_enabled: true                         | ''",
                "order_process                 | stomp_enabled: true                         | ''",
                "event_process                 | stomp_enabled: true                         | ORDERS event_process, MEMBERSHIP event_process",
                "membership_sync               | 'stomp_enabled: true, stomp_membership_sync_enabled: false' | MEMBERSHIP membership_sync",
                "event_process                 | 'stomp_enabled: true, stomp_membership_sync_enabled: false' | ORDERS event_process",
                "membership_sync               | stomp_membership_sync_enabled: true         | MEMBERSHIP membership_sync",
                "membership_sync               | order_processing_backend: x                 | ''",
                "membership_sync,order_process | membership_sync_backend: x                  | MEMBERSHIP membership_sync"
            })
    void modesServeAnOffering(String modes, String keys, String expected) throws Exception {
        String more = keys == null ? "" : keys.replaceAll("\\bx\\b", "folders");
        Path file =
                Files.writeString(folder.resolve("site-agent.yaml"), """
                offerings:
                  - {name: VM, waldur_api_url: 'https://waldur.example.com/api/', waldur_api_token: t,
                     waldur_offering_uuid: 2c0bb6a3b4a94f3e9d3f6c1a5f4b7e10, backend_type: folders%s}
                """.formatted(more.isEmpty() ? "" : ", " + more));
        AgentConfiguration configuration = new ConfigurationReader(host.registry(), name -> null)
                .read(file)
                .configuration()
                .orElseThrow();
        Set<Mode> asked = Mode.parse(modes);

        String chosen = new ModeChoice(asked)
                .of(configuration.offerings().get(0)).stream()
                        .map(choice -> choice.work() + " " + choice.mode().wireName())
                        .collect(Collectors.joining(", "));

        assertThat(chosen).isEqualTo(expected);
    }
}
