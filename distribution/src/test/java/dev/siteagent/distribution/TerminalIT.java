package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands as a person at a terminal sees them, and breaks them off. */
@Timeout(120)
class TerminalIT {
    private static final Path SCRIPT = Path.of("/usr/bin/script");
    private static final String GREEN = "\u001b[32m";
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final Site site = new Site();

    @TempDir
    private Path outputs;

    private PackagedAgent agent;
    private Path configuration;

    @BeforeEach
    void configure() throws IOException {
        agent = site.givesTokensTo(PackagedAgent.in(outputs)).with("TERM", "xterm");
        configuration = site.configuration(outputs);
    }

    @AfterEach
    void nothingSecretWasWritten() throws IOException {
        site.close();
        assertThat(agent.everythingWritten()).doesNotContain(site.secrets());
    }

    /** Runs a command at a terminal, which the script of util-linux plays. */
    private String atATerminal(String command) throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.isExecutable(SCRIPT), "there is no " + SCRIPT + ", which plays a terminal");
        String line = PackagedAgent.folder().resolve("bin/site-agent") + " " + command;
        try (AgentProcess process = agent.start(SCRIPT, "-qec", line, "/dev/null")) {
            return process.ended(60, TimeUnit.SECONDS).out();
        }
    }

    @Test
    void longCommandShowsWhatItIsAtInColourAndLeavesNoTraceOfThat() throws Exception {
        site.waldur().latency().set(Duration.ofMillis(500));

        String seen = atATerminal("diagnostics -c " + configuration);

        assertThat(seen)
                .contains("  … asking Waldur and the backends of Machines, 1 s")
                .contains(GREEN + "good");
        String left = seen.replaceAll("[^\n]*\r\u001b\\[K", "");
        assertThat(left).contains("1 of 1 offering works").doesNotContain("…", "asking");
    }

    @Test
    void whoDeclinesColoursGetsNone() throws Exception {
        agent.with("NO_COLOR", "1");

        assertThat(atATerminal("diagnostics -c " + configuration))
                .contains("good")
                .doesNotContain("\u001b[3");
    }

    @Test
    void terminalThatCannotWriteOverALineGetsNoProgress() throws Exception {
        agent.with("TERM", "dumb");
        site.waldur().latency().set(Duration.ofMillis(500));

        assertThat(atATerminal("load-components --dry-run -c " + configuration))
                .contains("Machines", "dry run")
                .doesNotContain(CLEAR_LINE, "…");
    }

    @Test
    void helpIsColoured() throws Exception {
        assertThat(atATerminal("validate --help")).contains("\u001b[", "Example:");
    }

    @Test
    void commandThatHangsIsBrokenOffAtOnce() throws Exception {
        site.waldur().latency().set(Duration.ofMinutes(1));
        try (AgentProcess process = agent.start("diagnostics", "-c", configuration.toString())) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> process.outSoFar().contains("Machines"));
            process.interrupt();

            AgentProcess.Ended ended = process.ended(10, TimeUnit.SECONDS);
            assertThat(ended.status()).isEqualTo(128 + 2);
            assertThat(ended.out() + ended.err()).doesNotContain("\tat ", "Exception");
        }
    }

    @Test
    void testOrderThatIsBrokenOffSaysWhatItMayHaveLeftAndHowToDeleteIt() throws Exception {
        site.cloud().habits().bootDuration(Duration.ofHours(1));
        String[] order = {
            "test-order",
            "-c",
            configuration.toString(),
            "--offering",
            "Machines",
            "--type",
            "create",
            "--limits",
            "{\"cpu\":1,\"ram\":1024,\"disk\":25600}",
            "--yes"
        };
        try (AgentProcess process = agent.start(order)) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> site.cloud().droplets().size() == 1
                            && process.outSoFar().contains("-> create: "));
            process.interrupt();

            AgentProcess.Ended ended = process.ended(20, TimeUnit.SECONDS);
            assertThat(ended.status()).isEqualTo(128 + 2);
            assertThat(ended.out())
                    .containsSubsequence("broken off", "Something may exist", "--type terminate --resource ");
            assertThat(ended.err()).isEmpty();
        }
    }
}
