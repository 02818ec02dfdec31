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

class OwnOfferingDemoTest {
    /** Its resources are empty files; an order with the attribute {@code broken} leaves one and fails. */
    private static final String PROVIDER = """
            import dev.siteagent.spi.*;
            import java.io.*;
            import java.nio.file.*;
            import java.util.*;

            public final class Provider implements BackendProvider<Provider.Settings> {
                public record Settings(String folder, Secret token) {}
                public String name() { return "files"; }
                public Class<Settings> settingsType() { return Settings.class; }
                public Backend open(BackendContext<Settings> context) {
                    if (context.settings().folder().isEmpty()) {
                        throw new IllegalStateException("no folder for plain-secret-0815");
                    }
                    return new Backend(Path.of(context.settings().folder()));
                }
                record Backend(Path folder) implements ResourceBackend {
                    public void ping() {}
                    public Diagnosis diagnose() { return new Diagnosis(List.of()); }
                    public Outcome create(CreateRequest request) throws BackendException {
                        Path file = folder.resolve(request.resource().uuid().toString());
                        try {
                            Files.write(file, new byte[0]);
                        } catch (IOException e) {
                            throw new PermanentBackendException("cannot write", e);
                        }
                        if (request.resource().attributes().containsKey("broken")) {
                            throw new PermanentBackendException("the disk cannot be formatted, token plain-secret-0815");
                        }
                        return Outcome.ready(BackendResource.ready(file.getFileName().toString()));
                    }
                    public Outcome delete(Resource resource) throws BackendException {
                        try {
                            Files.deleteIfExists(folder.resolve(resource.uuid().toString()));
                            return Outcome.done();
                        } catch (IOException e) {
                            throw new PermanentBackendException("cannot delete", e);
                        }
                    }
                    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) { return Map.of(); }
                    public void close() {}
                }
            }
            """;

    private final Console console = new Console();

    @TempDir
    private Path folder;

    private Path resources;
    private Path file;

    @BeforeEach
    void write() throws Exception {
        resources = Files.createDirectory(folder.resolve("resources"));
        PluginJar.builder()
                .descriptor("files", "1.0.0")
                .source("files.Provider", PROVIDER)
                .service(BackendProvider.class, "files.Provider")
                .writeTo(folder.resolve("plugins/files.jar"));
        file = Files.writeString(folder.resolve("agent.yaml"), """
                offerings:
                  - name: Files
                    waldur_api_url: http://127.0.0.1:1/api/
                    waldur_api_token: not-asked
                    waldur_offering_uuid: 5c3a7a6e-94a8-4a2c-9c8e-0f6d0f6f5a11
                    backend_type: files
                    order_processing_backend: files
                    backend_settings: {folder: %s, token: plain-secret-0815}
                    backend_components:
                      size: {measured_unit: GB, accounting_type: limit, label: Size}
                """.formatted(resources));
    }

    @Test
    void ordersOfASimulatedCustomerAreServedByTheFilesOwnBackend() {
        assertThat(demo("--limits", "{\"size\": 2}", "--yes")).as(console.out()).isZero();

        assertThat(console.out())
                .containsSubsequence(
                        "Order 1 of 2",
                        "files: create ok",
                        "OK, backend id",
                        "limits {size=2}",
                        "Order 2 of 2",
                        "files: delete ok",
                        "Terminated",
                        "All 2 orders were carried out");
        assertThat(resources).isEmptyDirectory();
    }

    @Test
    void orderThatFailsIsToldWithItsReasonAndWhatItLeftIsDeleted() {
        assertThat(demo("--attributes", "{\"broken\": true}", "--yes")).isEqualTo(1);

        assertThat(console.out())
                .contains("files: create permanent", "not done but erred: the disk cannot be formatted")
                .doesNotContain("carried out")
                .doesNotContain("plain-secret-0815");
        assertThat(resources).isEmptyDirectory();
    }

    @Test
    void backendThatDoesNotOpenIsToldWithItsReasonAndEndsTheStory() throws Exception {
        Files.writeString(file, Files.readString(file).replace("folder: " + resources, "folder: ''"));

        assertThat(demo("--yes")).isEqualTo(1);

        assertThat(console.out())
                .contains("the agent ended before it: ", "no folder for ***")
                .doesNotContain("Order 2 of 2")
                .doesNotContain("plain-secret-0815");
        assertThat(console.err()).isEmpty();
    }

    @Test
    void nothingIsMadeWhereNobodyCanAgree() {
        assertThat(demo()).isEqualTo(2);

        assertThat(console.err()).contains("--yes");
        assertThat(resources).isEmptyDirectory();
    }

    @Test
    void nothingIsMadeWhereSomebodySaysNo() {
        console.answering("n");

        assertThat(demo()).isEqualTo(2);
        assertThat(resources).isEmptyDirectory();
    }

    @Test
    void wrongCommandLinesAreRefused() {
        assertThat(demo("--hobbyfarm", "--yes")).isEqualTo(2);
        assertThat(console.err()).contains("two demos");
        assertThat(demo("--offering", "Other", "--yes")).isEqualTo(2);
        assertThat(console.err()).contains("no offering Other");
        assertThat(demo("--limits", "{\"size\": 1.5}", "--yes")).isEqualTo(2);
        assertThat(console.err()).contains("size must be a whole number");
    }

    private int demo(String... more) {
        List<String> args = new ArrayList<>(
                List.of("demo", "--plugins-dir", folder.resolve("plugins").toString(), "-c", file.toString()));
        args.addAll(List.of(more));
        return console.run(args.toArray(String[]::new));
    }
}
