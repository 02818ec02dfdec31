package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code site-agent plugins settings}, and the pages that show what it says. */
class PluginSettingsIT {
    private static final Path PAGES = Path.of("").toAbsolutePath().resolveSibling("docs");

    @TempDir
    private Path outputs;

    private PackagedAgent agent;

    @BeforeEach
    void packaged() throws IOException {
        agent = PackagedAgent.in(outputs);
    }

    @ParameterizedTest
    @CsvSource({"digitalocean, digitalocean.md", "hobbyfarm, hobbyfarm.md"})
    void theTableOfThePageIsWhatThePluginSays(String name, String page) throws Exception {
        AgentProcess.Ended ended = agent.run("plugins", "settings", name, "--markdown");

        assertThat(ended.status()).isZero();
        assertThat(Files.readString(PAGES.resolve(page)))
                .as(page + " lacks the table that site-agent plugins settings " + name + " --markdown prints; put it"
                        + " there")
                .contains(ended.out().strip());
    }

    @Test
    void aPluginOfSomebodyElseTellsItsSettings() throws Exception {
        AgentProcess.Ended ended = agent.withTheExamplePlugin().run("plugins", "settings", "Example");

        assertThat(ended.out()).contains("directory: text; required", "Where the resources are kept");
        assertThat(ended.status()).isZero();
    }

    @Test
    void aNameThatNoPluginHasIsAnErrorThatNamesThoseThereAre() throws Exception {
        AgentProcess.Ended ended = agent.run("plugins", "settings", "openstack");

        assertThat(ended.err()).contains("no plugin brings 'openstack'; known: base, digitalocean, hobbyfarm");
        assertThat(ended.status()).isEqualTo(2);
    }
}
