package dev.siteagent.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.plugins.PluginJar;
import dev.siteagent.spi.BackendProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestOrderCommandTest {
    private static final String RESOURCE = "5c3a7a6e-94a8-4a2c-9c8e-0f6d0f6f5a11";

    /** Its machines are files that hold what the order said; a create needs one poll. */
    private static final String PROVIDER = """
            import dev.siteagent.spi.*;
            import java.io.*;
            import java.nio.file.*;
            import java.time.Duration;
            import java.util.*;

            public final class Provider implements BackendProvider<Provider.Settings> {
                public record Settings(String folder, Secret token) {}
                public String name() { return "files"; }
                public Class<Settings> settingsType() { return Settings.class; }
                public ResourceBackend open(BackendContext<Settings> context) {
                    return new Backend(Path.of(context.settings().folder()));
                }
                record Backend(Path folder) implements PendingWorkBackend, LimitsBackend {
                    public void ping() {}
                    public Diagnosis diagnose() { return new Diagnosis(List.of()); }
                    public Outcome create(CreateRequest request) throws BackendException {
                        Resource resource = request.resource();
                        if (resource.attributes().containsKey("broken")) {
                            throw new PermanentBackendException("no room; the token plain-secret-0815 is not to blame");
                        }
                        write(resource.uuid().toString(), resource.name() + " " + new TreeMap<>(resource.limits()));
                        return new Outcome.Pending(Optional.of(resource.uuid().toString()), new Handle("h"),
                                Duration.ofMillis(1), "the file is being written");
                    }
                    public Map<UUID, Attempt<Outcome>> poll(Collection<PendingWork> works) {
                        Map<UUID, Attempt<Outcome>> answers = new HashMap<>();
                        for (PendingWork work : works) {
                            answers.put(work.resource().uuid(), new Attempt.Succeeded<>(Outcome.ready(
                                    BackendResource.ready(work.resource().backendId().orElseThrow())
                                            .withMetadata(Map.of("handle", work.handle().text())))));
                        }
                        return answers;
                    }
                    public Outcome setLimits(Resource resource, Change change) throws BackendException {
                        write(resource.backendId().orElseThrow(), "changed " + change.limits());
                        return Outcome.done();
                    }
                    public Outcome delete(Resource resource) throws BackendException {
                        try {
                            Files.deleteIfExists(folder.resolve(resource.backendId().orElse(resource.uuid().toString())));
                            return Outcome.done();
                        } catch (IOException e) {
                            throw new PermanentBackendException("cannot delete", e);
                        }
                    }
                    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) { return Map.of(); }
                    public void close() {}
                    private void write(String name, String text) throws BackendException {
                        try {
                            Files.writeString(folder.resolve(name), text);
                        } catch (IOException e) {
                            throw new PermanentBackendException("cannot write", e);
                        }
                    }
                }
            }
            """;

    private final Console console = new Console();

    @TempDir
    private Path folder;

    private Path machines;
    private Path file;

    @BeforeEach
    void write() throws Exception {
        machines = Files.createDirectory(folder.resolve("machines"));
        PluginJar.builder()
                .descriptor("files", "1.0.0")
                .source("files.Provider", PROVIDER)
                .service(BackendProvider.class, "files.Provider")
                .writeTo(folder.resolve("plugins/files.jar"));
        file = Files.writeString(folder.resolve("agent.yaml"), """
                offerings:
                  - name: VM
                    waldur_api_url: http://127.0.0.1:1/api/
                    waldur_api_token: not-asked
                    waldur_offering_uuid: %s
                    backend_type: files
                    order_processing_backend: files
                    backend_settings: {folder: %s, token: plain-secret-0815}
                    backend_components:
                      ram: {measured_unit: GB, unit_factor: 1024, accounting_type: limit, label: RAM}
                  - name: broken
                    backend_type: files
                """.formatted(RESOURCE, machines));
    }

    @Test
    void createMakesTheResourceInTheBackendsUnitsShowsEachCallAndSaysHowToDeleteIt() {
        assertThat(order(
                        "--type",
                        "create",
                        "--limits",
                        "{\"ram\": 2}",
                        "--resource",
                        RESOURCE,
                        "--name",
                        "web",
                        "--yes"))
                .isZero();

        assertThat(machines.resolve(RESOURCE)).hasContent("web {ram=2048}");
        assertThat(console.out())
                .contains("-> create: ok", "the file is being written", "-> poll: ok", "backend id  " + RESOURCE)
                .contains("handle = h", "--type terminate --resource " + RESOURCE + " --backend-id " + RESOURCE);
    }

    @Test
    void updateAndTerminateWorkOnWhatIsThere() throws Exception {
        Files.writeString(machines.resolve("m1"), "old");

        assertThat(order("--type", "update", "--backend-id", "m1", "--limits", "{\"ram\": 3}", "--yes"))
                .isZero();
        assertThat(machines.resolve("m1")).hasContent("changed {ram=3072}");

        assertThat(order("--type", "terminate", "--backend-id", "m1", "--yes")).isZero();
        assertThat(machines).isEmptyDirectory();
    }

    @Test
    void nothingIsTouchedWhereNobodyCanAgree() {
        assertThat(order("--type", "create")).isEqualTo(2);
        assertThat(console.err()).contains("--yes");
        assertThat(machines).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({"yes,0,1", "YES,0,1", "y,2,0", "no,2,0", "'',2,0"})
    void somebodyAtTheTerminalIsAsked(String answer, int status, int made) {
        console.answering(answer);

        assertThat(order("--type", "create")).isEqualTo(status);
        assertThat(console.out()).contains("costs money");
        assertThat(machines.toFile().list()).hasSize(made);
    }

    @Test
    void failureIsToldWithoutSecretsAndWithWhatToDoNext() {
        assertThat(order("--type", "create", "--resource", RESOURCE, "--attributes", "{\"broken\": true}", "--yes"))
                .isEqualTo(1);
        assertThat(console.out())
                .contains("-> create: permanent", "failed: no room", "--resource " + RESOURCE)
                .doesNotContain("plain-secret-0815");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--type create --limits [1]|--limits is no JSON object",
                "--type create --limits {\"ram\":\"2\"}|ram must be a number",
                "--type create --attributes {|--attributes is no JSON object",
                "--type create --attributes null|--attributes is null",
                "--type create --limits [1]|such as {\"name\": \"value\"}: it is of another kind",
                "--type create --limits {\"ram\":-1}|ram must be a number from 0",
                "--type create --limits {\"ram\":1e30}|ram must be a number from 0",
                "--type update|an update needs --backend-id",
                "--type terminate|a terminate needs --backend-id, --resource or both",
                "--type create --resource 17|'17'",
                "--type restore|restore",
            })
    void badCommandLineEndsWithTwoAndSaysWhatIsWrong(String line, String message) {
        assertThat(order(line.split(" "))).isEqualTo(2);
        assertThat(console.err()).contains(message);
        assertThat(machines).isEmptyDirectory();
    }

    /** A shell writes nothing for a variable that is not set, and "done" would say that a machine is gone which is not. */
    @Test
    void emptyBackendIdIsNone() {
        assertThat(order("--type", "terminate", "--backend-id", "", "--yes")).isEqualTo(2);
        assertThat(console.err()).contains("a terminate needs --backend-id, --resource or both");

        assertThat(order("--type", "update", "--backend-id", " ", "--yes")).isEqualTo(2);
        assertThat(console.err()).contains("an update needs --backend-id");
    }

    @Test
    void commandThatDeletesWhatWasMadeCanBeCopiedToAShell() throws Exception {
        file = Files.copy(file, folder.resolve("an agent's file.yaml"));

        assertThat(order("--type", "create", "--yes")).isZero();

        assertThat(console.out())
                .contains("-c '" + folder + "/an agent'\\''s file.yaml' --offering VM --type terminate")
                .contains(" --plugins-dir " + folder.resolve("plugins"));
    }

    @Test
    void offeringThatIsNotThereOrBrokenIsNamed() {
        assertThat(run("--offering", "DB", "--type", "create", "--yes")).isEqualTo(2);
        assertThat(console.err()).contains("there is no offering DB", "only VM");
        assertThat(run("--offering", "broken", "--type", "create", "--yes")).isEqualTo(2);
        assertThat(console.err()).contains("offering broken cannot be served");
    }

    private int order(String... options) {
        List<String> all = new ArrayList<>(List.of("--offering", "VM"));
        all.addAll(List.of(options));
        return run(all.toArray(String[]::new));
    }

    private int run(String... options) {
        List<String> all = new ArrayList<>(List.of("test-order", "-c", file.toString(), "--plugins-dir"));
        all.add(folder.resolve("plugins").toString());
        all.addAll(List.of(options));
        return console.run(all.toArray(String[]::new));
    }
}
