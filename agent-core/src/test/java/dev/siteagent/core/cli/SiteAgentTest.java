package dev.siteagent.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteAgentTest {
    private final Console console = new Console();

    @TempDir
    private Path folder;

    @Test
    void versionNamesTheAgentTheSpiAndTheJava() {
        assertThat(console.run("--version")).isZero();
        assertThat(console.out()).matches("site-agent \\S+ \\(plugin SPI \\d+\\.\\d+\\.\\d+, Java \\S+\\)\\R");
        assertThat(console.out()).doesNotContain("${");
    }

    @Test
    void helpListsEveryCommandAndShowsExamples() {
        assertThat(console.run("--help")).isZero();
        assertThat(console.out())
                .contains("run", "demo", "validate", "diagnostics", "load-components", "load-historical-usage")
                .contains("plugins", "test-order", "healthz", "Examples:");
    }

    @Test
    void completionIsWholeAndKnowsEveryCommand() {
        assertThat(console.run("generate-completion")).isZero();
        assertThat(console.out())
                .startsWith("#!/usr/bin/env bash")
                .contains("load-historical-usage")
                .containsPattern("complete -F \\S+ .*site-agent");
    }

    @Test
    void manPageShowsExamplesAsTheyAreWritten() {
        assertThat(console.run("generate-man-page")).isZero();
        assertThat(console.out())
                .startsWith(".TH SITE\\-AGENT 1")
                .contains(".nf\nsite\\-agent healthz \\-\\-liveness\\-only\n")
                .contains(".SS \"site\\-agent plugins list\"");
    }

    @Test
    void unknownOptionIsNamedWithTheNearestOne() {
        assertThat(console.run("--versoin")).isEqualTo(2);
        assertThat(console.err())
                .contains("unknown option: '--versoin'")
                .contains("Did you mean --version")
                .contains("Try: site-agent --help");
        assertThat(console.out()).isEmpty();
    }

    @Test
    void unknownCommandIsNamedWithTheNearestOne() {
        assertThat(console.run("valdate")).isEqualTo(2);
        assertThat(console.err()).contains("unknown command: 'valdate'").contains("Did you mean validate?");
    }

    @Test
    void nameOfAnOptionWithoutItsDashesLeadsToIt() {
        assertThat(console.run("help")).isEqualTo(2);
        assertThat(console.err()).contains("Did you mean --help?");

        assertThat(console.run("version")).isEqualTo(2);
        assertThat(console.err()).contains("Did you mean --version?");
    }

    @Test
    void valueOfAnUnknownOptionIsNotTakenForAnother() {
        assertThat(console.run("validate", "--config", "my.yaml")).isEqualTo(2);
        assertThat(console.err())
                .contains("unknown option: '--config'")
                .contains("Did you mean --config-file?")
                .doesNotContain("my.yaml");
    }

    /** As with {@code -c "$FILE"}, where there is no such variable. */
    @Test
    void fileWithoutANameIsSaidToHaveNone() {
        assertThat(console.run("validate", "-c", "")).isEqualTo(2);
        assertThat(console.err()).contains("'--config-file': the name is empty");
    }

    @Test
    void pluginsListOfAFolderThatIsNotThereSaysSo() {
        String missing = folder.resolve("missing").toString();

        assertThat(console.run("plugins", "list", "--plugins-dir", missing)).isZero();
        assertThat(console.out()).contains("No plugins.");
        assertThat(console.err()).contains("there is no folder " + missing);
    }

    @Test
    void optionsBeforeTheCommandAreNotSilentlyIgnored() {
        assertThat(console.run("-c", "my.yaml", "validate")).isEqualTo(2);
        assertThat(console.err()).contains("options follow the command: site-agent validate --config-file");
    }

    @Test
    void pluginsAloneAsksWhat() {
        assertThat(console.run("plugins")).isEqualTo(2);
        assertThat(console.err()).contains("site-agent plugins list");
    }

    @Test
    void pluginsListShowsABadPluginAndEndsWell() throws IOException {
        Files.writeString(folder.resolve("broken.jar"), "no jar");

        assertThat(console.run("plugins", "list", "--plugins-dir", folder.toString()))
                .isZero();
        assertThat(console.out()).contains("broken.jar is not loaded");
    }

    @Test
    void aBackendWithoutKeysOfItsOwnIsSaidToHaveNone() {
        assertThat(console.run("plugins", "settings", "base")).isZero();
        assertThat(console.out()).isEqualToIgnoringNewLines("base takes no keys of its own.");
    }

    @Test
    void theSettingsOfANameThatNoPluginHasAreAnError() {
        assertThat(console.run("plugins", "settings", "openstack")).isEqualTo(2);
        assertThat(console.err()).contains("no plugin brings 'openstack'; known: base");
    }

    @Test
    void pluginsListAsJsonIsNothingButJson() throws IOException {
        Files.writeString(folder.resolve("broken.jar"), "no jar");

        assertThat(console.with("SITE_AGENT_PLUGINS_DIR", folder.toString()).run("plugins", "list", "--json"))
                .isZero();
        assertThat(new ObjectMapper().readTree(console.out()).at("/plugins").toString())
                .contains("broken.jar");
    }

    @Test
    void unknownModeIsNamedWithTheKnownOnes() {
        assertThat(console.run("-m", "orders", "-c", "x.yaml")).isEqualTo(2);
        assertThat(console.err()).contains("there is no mode 'orders'").contains("order_process");
    }

    @Test
    void periodThatIsNoNumberIsNamed() {
        console.with("WALDUR_SITE_AGENT_ORDER_PROCESS_PERIOD_MINUTES", "often");

        assertThat(console.run("--once", "-c", "x.yaml")).isEqualTo(2);
        assertThat(console.err()).contains("WALDUR_SITE_AGENT_ORDER_PROCESS_PERIOD_MINUTES", "often");
    }

    @Test
    void runWithoutItsFileEndsWithTwo() {
        assertThat(console.run("--once", "-c", folder.resolve("missing.yaml").toString()))
                .isEqualTo(2);
    }

    @Test
    void validateNamesEveryProblemWithItsPlaceAndEndsWithTwo() throws IOException {
        Path file =
                Files.writeString(folder.resolve("agent.yaml"), "offerings:\n  - nam: x\n    backend_type: nowhere\n");

        assertThat(console.run("validate", "-c", file.toString())).isEqualTo(2);
        assertThat(console.out())
                .contains("agent.yaml:2:5: warning: offerings[0].nam")
                .contains("'nowhere'");
    }

    @Test
    void diagnosticsOfAFileThatCannotBeUsedEndsWithTwo() throws IOException {
        Path file = Files.writeString(folder.resolve("agent.yaml"), "offerings: []\n");

        assertThat(console.run("diagnostics", "-c", file.toString())).isEqualTo(2);
        assertThat(console.err()).contains("agent.yaml:1:", "nothing can be done", "correct the errors above");
        assertThat(console.out()).isEmpty();
    }

    @Test
    void missingFileIsAnsweredWithWhatToDo() {
        console.with("SITE_AGENT_HOME", "/opt/site-agent");

        assertThat(console.run("load-components")).isEqualTo(2);
        assertThat(console.err())
                .contains("waldur-site-agent-config.yaml: error: the configuration file does not exist")
                .contains("name your file with -c FILE", "copy /opt/site-agent/conf/site-agent.yaml");
    }

    @Test
    void valuesOfTheWrongKindAreSaidInWordsOfThePerson() {
        assertThat(console.run("healthz", "--max-age", "long")).isEqualTo(2);
        assertThat(console.err()).contains("'--max-age': 'long' is no whole number");

        assertThat(console.run("test-order", "--offering", "a", "--type", "create", "--resource", "x"))
                .isEqualTo(2);
        assertThat(console.err()).contains("'--resource': 'x' is no UUID");
    }

    @Test
    void failureThatEndsAThreadIsInTheLogWithoutItsSecrets() throws Exception {
        Thread failing = new Thread(() -> {
            throw new AssertionError("refused with token=0123456789abcdef");
        });
        failing.setName("failing");
        failing.setUncaughtExceptionHandler(SiteAgent::logUncaught);

        String written = Console.logOf(() -> {
            failing.start();
            failing.join();
        });

        assertThat(written)
                .contains("ERROR", "Thread failing ended", "AssertionError: refused with token=***")
                .doesNotContain("0123456789abcdef");
    }

    @Test
    void demoWithoutItsPluginSaysWhatIsMissing() {
        assertThat(console.run("demo", "--plugins-dir", folder.toString())).isEqualTo(1);
        assertThat(console.out()).contains("needs a plugin with the backend digitalocean");
    }
}
