package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoIT {
    @TempDir
    private Path outputs;

    @Test
    void demoTellsThreeOrdersToTheirEndAndLeavesNothingBehind() throws Exception {
        AgentProcess.Ended ended = PackagedAgent.in(outputs).run("demo");

        assertThat(ended.status()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out())
                .containsSubsequence(
                        "Order 1 of 3", "boots", "runs, at address", "Order 2 of 3", "2 processors", "Order 3 of 3")
                .contains("All three orders were carried out")
                .contains("  cp " + PackagedAgent.folder().resolve("conf/site-agent.yaml") + " ")
                .contains("  " + PackagedAgent.folder().resolve("bin/site-agent") + " validate -c ")
                .doesNotContain("dop_v1_")
                .doesNotContain("\u001b");
        assertThat(ended.err()).isEmpty();
        assertThat(outputs.resolve("tmp")).isEmptyDirectory();
    }

    @Test
    void verboseDemoShowsTheAgentsLogToo() throws Exception {
        AgentProcess.Ended ended = PackagedAgent.in(outputs).run("demo", "--verbose");

        assertThat(ended.status()).isZero();
        assertThat(ended.out())
                .contains("INFO")
                .contains("All three orders were carried out")
                .doesNotContain("dop_v1_");
    }

    @Test
    void demoOfTheHobbyFarmBridgeTellsOneMachinesLifeAndLeavesNothingBehind() throws Exception {
        AgentProcess.Ended ended = PackagedAgent.in(outputs).run("demo", "--hobbyfarm");

        assertThat(ended.status()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out())
                .containsSubsequence(
                        "makes VirtualMachine dyn-1",
                        "asks DigitalOcean for a droplet",
                        "it boots",
                        "writes the status of dyn-1: running, at address",
                        "takes all finalizers off it",
                        "deletes Droplet dyn-1-droplet, whose owner is gone",
                        "has DigitalOcean destroy the droplet",
                        "lets Droplet dyn-1-droplet go",
                        "removes the public key",
                        "The machine was made and is gone")
                .doesNotContain("dop_v1_")
                .doesNotContain("\u001b");
        assertThat(ended.err()).isEmpty();
        assertThat(outputs.resolve("tmp")).isEmptyDirectory();
    }

    @Test
    void demoOfTheHobbyFarmBridgeWithoutTheBridgeFailsAndSaysSo() throws Exception {
        Path plugins = Files.createDirectory(outputs.resolve("plugins"));
        String digitalocean = "digitalocean-" + System.getProperty("site-agent.version") + ".jar";
        Files.copy(PackagedAgent.folder().resolve("plugins").resolve(digitalocean), plugins.resolve(digitalocean));

        AgentProcess.Ended ended = PackagedAgent.in(outputs)
                .with("SITE_AGENT_PLUGINS_DIR", plugins.toString())
                .run("demo", "--hobbyfarm");

        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.out()).contains("the service hobbyfarm", "site-agent plugins list");
    }

    @Test
    void demoWhosePluginIsMissingFailsAndSaysSo() throws Exception {
        AgentProcess.Ended ended = PackagedAgent.in(outputs)
                .with("SITE_AGENT_PLUGINS_DIR", outputs.toString())
                .run("demo");

        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.out()).contains("digitalocean", "site-agent plugins list");
    }

    @Test
    void demoThatIsBrokenOffLeavesNothingBehindEither() throws Exception {
        try (AgentProcess process = PackagedAgent.in(outputs).start("demo")) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> process.outSoFar().contains("it boots"));
            process.terminate();

            assertThat(process.ended(30, TimeUnit.SECONDS).status()).isEqualTo(128 + 15);
        }
        assertThat(outputs.resolve("tmp")).isEmptyDirectory();
    }
}
