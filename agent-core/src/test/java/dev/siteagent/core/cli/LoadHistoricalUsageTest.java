package dev.siteagent.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.plugins.PluginJar;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.UsageSnapshot;
import dev.siteagent.sandbox.waldur.WaldurContract;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import dev.siteagent.spi.BackendProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LoadHistoricalUsageTest {
    /** A cloud that remembers for ever that 7 were used, and one that remembers nothing. */
    private static final String PROVIDER = """
            import dev.siteagent.spi.*;
            import java.math.BigDecimal;
            import java.time.YearMonth;
            import java.util.*;

            public final class Provider implements BackendProvider<Provider.Settings> {
                public record Settings(boolean remembers) {}
                public String name() { return "metered"; }
                public Class<Settings> settingsType() { return Settings.class; }
                public ResourceBackend open(BackendContext<Settings> context) {
                    return context.settings().remembers() ? new Remembering() : new Backend();
                }
                static class Backend implements ResourceBackend {
                    public void ping() {}
                    public Diagnosis diagnose() { return new Diagnosis(List.of()); }
                    public Outcome create(CreateRequest request) { return Outcome.done(); }
                    public Outcome delete(Resource resource) { return Outcome.done(); }
                    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) { return Map.of(); }
                    public void close() {}
                }
                static final class Remembering extends Backend implements HistoricalUsageBackend {
                    public Map<UUID, Lookup<Usage>> currentUsage(Collection<Resource> resources) {
                        throw new UnsupportedOperationException("only the past is loaded");
                    }
                    public Map<UUID, Lookup<Usage>> usageOf(Collection<Resource> resources, YearMonth month) {
                        Map<UUID, Lookup<Usage>> found = new HashMap<>();
                        resources.forEach(resource -> found.put(resource.uuid(), new Lookup.Present<>(
                                new Usage(Map.of("cpu", BigDecimal.valueOf(7)), Map.of()))));
                        return found;
                    }
                }
            }
            """;

    @TempDir
    private static Path plugins;

    @TempDir
    private Path folder;

    private final Console console = new Console().with("SITE_AGENT_PLUGINS_DIR", plugins.toString());
    private final WaldurSandbox waldur = WaldurSandbox.start();
    private final UUID offering =
            waldur.addOffering(NewOffering.named("Cluster").component("cpu", "usage", "Hours"));
    private final UUID resource =
            waldur.addResource(offering, waldur.people().addProject("Water"), NewOrder.named("a"), "1");
    private final YearMonth over = YearMonth.now(ZoneOffset.UTC).minusMonths(1);

    @BeforeAll
    static void writePlugin() {
        PluginJar.builder()
                .descriptor("metered", "1.0.0")
                .source("metered.Provider", PROVIDER)
                .service(BackendProvider.class, "metered.Provider")
                .writeTo(plugins.resolve("metered.jar"));
    }

    @AfterEach
    void requestsKeepToTheContract() {
        List<String> violations = WaldurContract.find()
                .map(found -> found.violations(waldur.requests().all()))
                .orElse(List.of());
        waldur.close();
        assertThat(violations).isEmpty();
        assertThat(waldur.failures()).isEmpty();
    }

    private int load(boolean remembers, String... options) throws Exception {
        Path file = Files.writeString(
                folder.resolve("agent.yaml"), """
                offerings:
                  - name: Cluster
                    waldur_api_url: %s
                    waldur_api_token: %s
                    waldur_offering_uuid: %s
                    backend_type: metered
                    reporting_backend: metered
                    backend_settings: {remembers: %s}
                    backend_components:
                      cpu: {measured_unit: Hours, unit_factor: 2, accounting_type: usage, label: CPU}
                """.formatted(waldur.apiUrl(), waldur.token(), offering, remembers));
        List<String> command = new ArrayList<>(List.of("load-historical-usage", "-c", file.toString()));
        command.addAll(List.of(options));
        return console.run(command.toArray(String[]::new));
    }

    @Test
    void monthsOfTheSpanAreLoadedOnce() throws Exception {
        waldur.allowBackfill(true);
        String from = over.minusMonths(2).toString();
        String to = over.minusMonths(1).toString();

        assertThat(load(true, "--from", from, "--to", to)).as(console.out()).isZero();

        assertThat(console.out()).contains("Cluster", "2 usages written, 0 as they were");
        assertThat(waldur.usages(resource))
                .extracting(UsageSnapshot::billingPeriod)
                .containsExactly(first(over.minusMonths(2)), first(over.minusMonths(1)));
        assertThat(waldur.usages(resource))
                .allSatisfy(usage -> assertThat(usage.amount()).isEqualByComparingTo("3.5"));

        assertThat(load(true, "--from", from, "--to", to)).isZero();
        assertThat(console.out()).contains("0 usages written, 2 as they were");
    }

    private static LocalDate first(YearMonth month) {
        return month.atDay(1);
    }

    @Test
    void spanWithoutAnEndEndsWithTheLastMonthThatIsOver() throws Exception {
        waldur.allowBackfill(true);

        load(true, "--from", over.toString());

        assertThat(waldur.usages(resource)).singleElement().satisfies(usage -> assertThat(usage.billingPeriod())
                .isEqualTo(first(over)));
    }

    @Test
    void pastThatWaldurDoesNotTakeEndsWithOneAndSaysWhose() throws Exception {
        assertThat(load(true, "--from", over.toString())).isEqualTo(1);
        assertThat(console.out()).contains("1 not taken", "staff");
    }

    @Test
    void backendWithoutMemoryIsNamedAndNoFailure() throws Exception {
        assertThat(load(false, "--from", over.toString())).isZero();
        assertThat(console.out()).contains("Cluster", "remembers no usage of past months");
    }

    @Test
    void monthThatIsNotOverIsRefused() throws Exception {
        YearMonth current = over.plusMonths(1);

        assertThat(load(true, "--from", over.toString(), "--to", current.toString()))
                .isEqualTo(2);
        assertThat(console.err()).contains("--to " + current + " is not over yet");
    }

    @Test
    void spanThatEndsBeforeItBeginsIsRefused() throws Exception {
        assertThat(load(
                        true,
                        "--from",
                        over.toString(),
                        "--to",
                        over.minusMonths(1).toString()))
                .isEqualTo(2);
        assertThat(console.err()).contains("--from " + over + " is after");
    }

    @Test
    void whatIsNoMonthIsNamed() throws Exception {
        assertThat(load(true, "--from", "2026-13")).isEqualTo(2);
        assertThat(console.err()).contains("--from", "'2026-13' is no month such as 2026-01");
        assertThat(load(true)).isEqualTo(2);
        assertThat(console.err()).contains("--from=YYYY-MM");
    }
}
