package dev.siteagent.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.plugins.PluginJar;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import dev.siteagent.spi.BackendProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A plugin that tells the secrets of its settings to everybody. */
@Timeout(120)
class SecrecyTest {
    private static final String SECRET = "plain-secret-0815";
    private static final String DISABLED = "other-secret-4711";

    private static final String PROVIDER = """
            import dev.siteagent.spi.*;
            import java.util.*;

            public final class Provider implements BackendProvider<Provider.Settings> {
                public record Settings(Secret token) {}
                public String name() { return "chatty"; }
                public Class<Settings> settingsType() { return Settings.class; }
                public ResourceBackend open(BackendContext<Settings> context) { return new Backend(); }
                static final class Backend implements ResourceBackend {
                    public void ping() {}
                    public Diagnosis diagnose() {
                        return new Diagnosis(List.of(new Diagnosis.Finding(Diagnosis.Level.BAD, "refused plain-secret-0815")));
                    }
                    public Outcome create(CreateRequest request) throws BackendException {
                        org.slf4j.LoggerFactory.getLogger("chatty").warn("sending plain-secret-0815, other-secret-4711");
                        throw new PermanentBackendException("refused plain-secret-0815");
                    }
                    public Outcome delete(Resource resource) { return Outcome.done(); }
                    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) { return Map.of(); }
                    public void close() {}
                }
            }
            """;

    private final Console console = new Console();
    private final WaldurSandbox waldur = WaldurSandbox.start();
    private final UUID offering = waldur.addOffering(NewOffering.ofMachines("VM"));

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() throws Exception {
        PluginJar.builder()
                .descriptor("chatty", "1.0.0")
                .source("chatty.Provider", PROVIDER)
                .service(BackendProvider.class, "chatty.Provider")
                .writeTo(folder.resolve("plugins/chatty.jar"));
        file = Files.writeString(folder.resolve("agent.yaml"), """
                log_level: DEBUG
                log_shipping: {enabled: true, log_level: DEBUG}
                offerings:
                  - name: VM
                    waldur_api_url: %s
                    waldur_api_token: %s
                    waldur_offering_uuid: %s
                    backend_type: chatty
                    order_processing_backend: chatty
                    backend_settings: {token: %s}
                  - name: disabled
                    backend_type: chatty
                    backend_settings: {token: %s}
                """.formatted(
                        waldur.apiUrl(), waldur.token(), offering, SECRET, DISABLED));
    }

    @AfterEach
    void close() {
        waldur.close();
    }

    @Test
    void backendTokenInTheMessageOfAPluginReachesNeitherWaldurNorTheLog() throws Exception {
        OrderSnapshot order =
                waldur.createOrder(offering, waldur.people().addProject("Climate Model"), NewOrder.named("web"));

        int status = console.runWithLog(
                "run",
                "--once",
                "-c",
                file.toString(),
                "--plugins-dir",
                folder.resolve("plugins").toString());

        assertThat(status).isEqualTo(1);
        assertThat(waldur.order(order.uuid())).satisfies(erred -> {
            assertThat(erred.state()).isEqualTo(OrderSnapshot.State.ERRED);
            assertThat(erred.errorMessage()).contains("refused ***").doesNotContain(SECRET);
            assertThat(erred.errorTraceback())
                    .contains("PermanentBackendException: refused ***")
                    .doesNotContain(SECRET);
        });
        assertThat(console.out())
                .contains("sending ***, ***", "refused ***")
                .doesNotContain(SECRET, DISABLED, waldur.token());
        assertThat(console.err()).isEmpty();
        assertThat(waldur.shippedLogs())
                .extracting(line -> line.path("message").asText())
                .contains("sending ***, ***")
                .noneMatch(line -> line.contains(SECRET) || line.contains(DISABLED) || line.contains(waldur.token()));
    }

    @Test
    void backendTokenInAFindingIsNotShown() {
        assertThat(console.run(
                        "diagnostics",
                        "-c",
                        file.toString(),
                        "--plugins-dir",
                        folder.resolve("plugins").toString()))
                .isEqualTo(1);
        assertThat(console.out()).contains("refused ***").doesNotContain(SECRET);
    }
}
