package dev.siteagent.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.config.ConfigurationReader;
import dev.siteagent.core.plugins.Log;
import dev.siteagent.core.waldur.WaldurClient;
import org.junit.jupiter.api.Test;

/** What is rehearsed works as the real thing does, and nobody hears of it. */
class HeadStartTest {
    @Test
    void beginsForWhateverRunsTheAgent() {
        assertThat(HeadStart.isRun()).isTrue();
        assertThat(HeadStart.isRun("run", "-c", "site-agent.yaml")).isTrue();
        assertThat(HeadStart.isRun("--mode=all")).isTrue();
        assertThat(HeadStart.isRun("--help")).isFalse();
        assertThat(HeadStart.isRun("healthz")).isFalse();
    }

    @Test
    void rehearsalsEndWellAndSayNothing() {
        try (Log log = new Log()) {
            ConfigurationReader.rehearse();
            WaldurClient.rehearse();

            assertThat(log.warnings()).isEmpty();
        }
    }
}
