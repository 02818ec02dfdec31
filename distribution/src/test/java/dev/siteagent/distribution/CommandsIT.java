package dev.siteagent.distribution;

import static dev.siteagent.distribution.CommandCall.failing;
import static dev.siteagent.distribution.CommandCall.good;
import static dev.siteagent.distribution.CommandCall.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command of the packaged program, with good input and bad, in a pipe. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class CommandsIT {
    private static final String BAD_TOKEN = "0123456789abcdef0123456789abcdef";

    /** What {@link DemoIT} runs to its end. */
    private static final Set<String> RUN_ELSEWHERE = Set.of("demo");

    /** Options that are the same everywhere: one use of each shows what they do. */
    private static final Set<String> EVERYWHERE = Set.of("--help", "--version", "--plugins-dir");

    private final Site site = new Site();
    private PackagedAgent agent;
    private Map<String, CommandHelp> helps;

    @TempDir
    private static Path folder;

    @BeforeAll
    void configure() throws IOException, InterruptedException {
        agent = site.givesTokensTo(PackagedAgent.in(folder))
                .with("BAD_TOKEN", BAD_TOKEN)
                .withTheExamplePlugin();
        Files.createDirectory(folder.resolve("resources"));
        Files.createDirectory(folder.resolve("bad-plugins"));
        Files.writeString(folder.resolve("bad-plugins/broken.jar"), "no jar");
        Files.createFile(folder.resolve("tmp/waldur-site-agent-heartbeat"));
        String good = Files.readString(
                site.configuration(folder, """
                  - name: Files
                    waldur_api_url: %s
                    waldur_api_token: ${env:WALDUR_API_TOKEN}
                    waldur_offering_uuid: %s
                    backend_type: example
                    backend_settings: {directory: resources}
                    backend_components:
                      slots: {measured_unit: Slots, unit_factor: 1, accounting_type: limit, label: Slots}
                """.formatted(site.waldur().apiUrl(), site.addOffering("Files"))));
        write("good.yaml", good);
        write("refused.yaml", good.replace("${env:WALDUR_API_TOKEN}", "${env:BAD_TOKEN}"));
        write("typo.yaml", good.replace("default_region", "default_regoin"));
        write("half.yaml", good.replace("backend_type: example", "backend_type: exmaple"));
        write("bad.yaml", "offerings:\n  - name: Machines\n    backend_type: nowhere\n");
        helps = CommandHelp.ofAll(agent);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    @AfterAll
    void close() {
        site.close();
    }

    static Stream<CommandCall> calls() {
        return Stream.of(
                        program(),
                        run(),
                        validate(),
                        diagnostics(),
                        components(),
                        chores(),
                        usage(),
                        plugins(),
                        testOrders(),
                        health())
                .flatMap(calls -> calls);
    }

    private static Stream<CommandCall> program() {
        return Stream.of(
                good("generate-completion", "#!/usr/bin/env bash", "load-historical-usage", "complete -F"),
                wrong("generate-completion now", "unexpected argument: 'now'"),
                wrong("valdate", "unknown command: 'valdate'", "Did you mean validate?", "Try: site-agent --help"),
                wrong("--versoin", "unknown option: '--versoin'", "Did you mean --version?"),
                wrong("-c good.yaml validate", "options follow the command: site-agent validate --config-file"),
                wrong("-m orders -c good.yaml --once", "there is no mode 'orders'", "order_process"));
    }

    private static Stream<CommandCall> run() {
        return Stream.of(
                good("run -m all -c good.yaml --once", "\"event\":\"site-agent "),
                good("-m report,membership_sync -c good.yaml --once", "mode report,membership_sync"),
                failing("run", "waldur-site-agent-config.yaml: error: the configuration file does not exist")
                        .ending(2),
                failing("run -c bad.yaml", "bad.yaml:3:", "nowhere", "correct the errors above")
                        .ending(2),
                wrong("run -m ordr -c good.yaml", "there is no mode 'ordr'; known are order_process"),
                failing("demo --plugins-dir bad-plugins", "needs a plugin with the backend digitalocean"));
    }

    private static Stream<CommandCall> validate() {
        return Stream.of(
                good("validate -c good.yaml", "offering 'Files'", "good.yaml: 0 errors, 0 warnings; 2 of 2 offerings"),
                good(
                        "validate -c typo.yaml",
                        "default_regoin: unknown key, it has no effect; did you mean 'default_region'?",
                        "1 warning; 2 of 2 offerings can run"),
                failing(
                                "validate -c half.yaml",
                                "offering 'Files': disabled",
                                "half.yaml:24:19: error: offerings[1].backend_type: no plugin brings the backend",
                                "did you mean 'example'?",
                                "1 error, 0 warnings; 1 of 2 offerings can run")
                        .ending(2),
                failing("validate -c bad.yaml", "bad.yaml:2:5: error", "bad.yaml:3:19: error", "nothing can run")
                        .ending(2)
                        .complaining("nothing can run: correct the errors above"),
                failing("validate -c no.yaml", "no.yaml: error: the configuration file does not exist")
                        .ending(2)
                        .complaining("name your file with -c FILE", "conf/site-agent.yaml"));
    }

    private static Stream<CommandCall> diagnostics() {
        return Stream.of(
                good("diagnostics -c good.yaml", "Machines\n  good     Waldur ", "Files", "2 of 2 offerings work"),
                failing(
                        "diagnostics -c refused.yaml",
                        "  bad      ",
                        "401",
                        "0 of 2 offerings work",
                        "What does not: Machines, Files. Correct what is marked bad, then run this again."),
                failing("diagnostics -c half.yaml", "not served, for its configuration is wrong", "1 of 2 offerings")
                        .complaining("half.yaml:", "exmaple"),
                wrong("diagnostics -c bad.yaml", "bad.yaml:3:19: error", "nothing can be done with bad.yaml"));
    }

    private static Stream<CommandCall> components() {
        return Stream.of(
                good("load-components -c good.yaml --dry-run", "Machines", "to update  cpu", "was a dry run"),
                good("load-components -c good.yaml", "Machines", "updated    cpu", "Files"),
                failing("load-components -c refused.yaml", "Machines\n  failed     ", "401"),
                wrong("load-components --dryrun", "Did you mean --dry-run?"),
                wrong("load-components -c no.yaml", "does not exist", "name your file with -c FILE"));
    }

    private static Stream<CommandCall> chores() {
        return Stream.of("sync-offering-users", "sync-resource-limits", "create-homedirs")
                .flatMap(command -> Stream.of(
                        good(command + " -c good.yaml", "Machines\n  ", "Files\n  "),
                        command.equals("create-homedirs")
                                ? failing(command + " -c half.yaml", "failed: its configuration is wrong")
                                        .complaining("exmaple")
                                : failing(command + " -c refused.yaml", "Files\n  failed: ", "401"),
                        wrong(command + " -c bad.yaml", "nothing can be done with bad.yaml")));
    }

    private static Stream<CommandCall> usage() {
        YearMonth lastMonth = YearMonth.now(ZoneOffset.UTC).minusMonths(1);
        String past = " --from " + lastMonth.minusMonths(1) + " --to " + lastMonth;
        return Stream.of(
                good("load-historical-usage -c good.yaml" + past, "Files\n  0 usages written"),
                failing("load-historical-usage -c refused.yaml" + past, "Files\n  failed  ", "401"),
                wrong("load-historical-usage -c good.yaml", "missing required option", "--from=YYYY-MM"),
                wrong("load-historical-usage --from 2026-13", "'2026-13' is no month such as 2026-01"),
                wrong("load-historical-usage -c good.yaml --from 2999-01", "--from 2999-01 is after"));
    }

    private static Stream<CommandCall> plugins() {
        return Stream.of(
                good("plugins list", "digitalocean", "Example Ltd"),
                good("plugins list --json", "{\n", "\"backends\" : [ \"digitalocean\" ]"),
                good("plugins list --plugins-dir bad-plugins", "broken.jar is not loaded", "copy it again"),
                good("plugins settings digitalocean", "Keys of backend_settings", "token"),
                good("plugins settings hobbyfarm --markdown", "| "),
                wrong("plugins settings digitalocaen", "no plugin brings 'digitalocaen'; known: ", "digitalocean"),
                wrong("plugins", "plugins what?", "site-agent plugins list"),
                wrong("plugins lst", "unknown command: 'lst'", "Did you mean list?"),
                wrong("plugins list --jsn", "Did you mean --json?"));
    }

    private static Stream<CommandCall> testOrders() {
        String files = "test-order -c good.yaml --offering Files ";
        String resource = "--resource 7f7ad1c4-2b0a-4b6e-8b8a-0d6a3c0c5f11 ";
        return Stream.of(
                good(
                        files + "--type create --limits {\"slots\":2} --attributes {} --name shelf --yes " + resource,
                        "-> create: ok",
                        "backend id  example-7f7ad1c4",
                        "done",
                        "--type terminate --resource 7f7ad1c4"),
                failing(
                        files + "--type update --backend-id example-gone --limits {\"slots\":2} --yes",
                        "failed: ",
                        "is gone: terminate it and order a new one"),
                wrong(files + "--type create", "nobody is at the terminal to agree: add --yes"),
                wrong(files + "--type grow", "--type", "CREATE, UPDATE, TERMINATE"),
                wrong(files + "--type update --yes", "an update needs --backend-id"),
                wrong(files + "--type create --limits {", "--limits is no JSON object"),
                wrong("test-order -c good.yaml --offering File --type create --yes", "only Machines, Files"),
                wrong("test-order -c half.yaml --offering Files --type create --yes", "exmaple", "cannot be served"),
                wrong("test-order", "missing required options", "--offering=NAME"));
    }

    private static Stream<CommandCall> health() {
        return Stream.of(
                good("healthz -c good.yaml --max-age 3600", "healthy: the agent is alive, Waldur answers"),
                good("healthz --liveness-only --max-age 3600", "healthy: the agent is alive"),
                failing("healthz -c refused.yaml").complaining("unhealthy: ", "401"),
                failing("healthz -c no.yaml").complaining("unhealthy: no.yaml cannot be used", "site-agent validate"),
                failing("healthz --max-age 0").complaining("s old, 0 s are the limit"),
                wrong("healthz --max-age long", "'long' is no whole number"));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void commandSaysWhatItDidOrWhatIsWrongAndWhatToDo(CommandCall call) throws Exception {
        AgentProcess.Ended ended =
                agent.run(call.words().stream().filter(word -> !word.isEmpty()).toArray(String[]::new));

        String all = ended.out() + ended.err();
        assertThat(ended.status()).as(all).isEqualTo(call.status());
        saysInOrder(ended.out(), call.says());
        saysInOrder(ended.err(), call.complains());
        assertThat(all)
                .as("a stack trace, a secret, or what only a terminal understands")
                .doesNotContain("\tat ", "Exception in thread", "\u001b", "\r", BAD_TOKEN)
                .doesNotContain(site.secrets());
    }

    private static void saysInOrder(String written, List<String> texts) {
        if (texts.isEmpty()) {
            assertThat(written).isEmpty();
        } else {
            assertThat(written).containsSubsequence(texts);
        }
    }

    @Test
    void everyCommandIsSeenToWorkAndToFail() {
        List<CommandCall> calls = calls().toList();
        assertThat(helps.keySet())
                .contains("run", "plugins list", "healthz")
                .filteredOn(command ->
                        !command.isEmpty() && helps.get(command).commands().isEmpty())
                .allSatisfy(command -> {
                    assertThat(calls).as(command).anyMatch(call -> call.isOf(command) && call.status() > 0);
                    if (!RUN_ELSEWHERE.contains(command)) {
                        assertThat(calls).as(command).anyMatch(call -> call.isOf(command) && call.status() == 0);
                    }
                });
    }

    @Test
    void everyOptionIsUsed() {
        List<CommandCall> calls = calls().toList();
        helps.forEach((command, help) -> help.options().forEach((option, shortName) -> {
            if (!RUN_ELSEWHERE.contains(command) && !EVERYWHERE.contains(option)) {
                assertThat(calls)
                        .as("a call of '" + command + "' with " + option)
                        .filteredOn(call -> call.isOf(command) || command.isEmpty())
                        .anyMatch(call ->
                                call.words().contains(option) || call.words().contains(shortName));
            }
        }));
    }

    @Test
    void everyHelpShowsExamplesAndFitsAPage() {
        helps.forEach((command, help) -> {
            assertThat(help.text()).as(command).contains("Usage: site-agent " + command);
            assertThat(help.text()).as(command).containsPattern("\nExamples?:\n  site-agent ");
            assertThat(help.text().lines()).as(command).allMatch(line -> line.length() <= 100);
            assertThat(help.text().split("\nExamples?:\n", 2)[1].lines())
                    .as("examples of '" + command + "', each in one line")
                    .allMatch(line -> line.isEmpty() || line.startsWith("  site-agent") || line.startsWith("Exit"));
        });
    }
}
