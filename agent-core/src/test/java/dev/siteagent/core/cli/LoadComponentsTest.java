package dev.siteagent.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.plugins.PluginJar;
import dev.siteagent.core.waldur.BillingType;
import dev.siteagent.core.waldur.LimitPeriod;
import dev.siteagent.core.waldur.OfferingComponent;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurConnection;
import dev.siteagent.core.waldur.WaldurCredentials;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.RecordedRequest;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.WaldurContract;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LoadComponentsTest {
    private static final String PROVIDER = """
            import dev.siteagent.spi.*;

            public final class Provider implements BackendProvider<NoSettings> {
                public String name() { return "nothing"; }
                public Class<NoSettings> settingsType() { return NoSettings.class; }
                public ResourceBackend open(BackendContext<NoSettings> context) {
                    throw new UnsupportedOperationException("components need no backend");
                }
            }
            """;

    private static final String EVERYTHING = """
            {measured_unit: GB, unit_factor: 1024, accounting_type: limit, label: Memory, limit: 500,
             description: Main memory, min_value: 1, max_value: 64, max_available_limit: 4096, default_limit: 2,
             limit_period: month, article_code: MEM-1, is_boolean: false, is_prepaid: true, min_prepaid_duration: 1,
             max_prepaid_duration: 12, prepaid_duration_step: 1, min_renewal_duration: 2, max_renewal_duration: 24,
             renewal_duration_step: 3}""";

    @TempDir
    private static Path plugins;

    @TempDir
    private Path folder;

    private final Console console = new Console().with("SITE_AGENT_PLUGINS_DIR", plugins.toString());
    private final WaldurSandbox waldur = WaldurSandbox.start();
    private final WaldurClient client = WaldurClient.builder(WaldurConnection.to(
                    waldur.apiUrl(), new WaldurCredentials.Token(Secret.of(waldur.token())), "test"))
            .build();
    private UUID offering = waldur.addOffering(NewOffering.named("Cluster"));

    @BeforeAll
    static void writePlugin() {
        PluginJar.builder()
                .descriptor("nothing", "1.0.0")
                .source("nothing.Provider", PROVIDER)
                .service(BackendProvider.class, "nothing.Provider")
                .writeTo(plugins.resolve("nothing.jar"));
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

    private int load(String components, String... options) throws Exception {
        Path file = Files.writeString(folder.resolve("agent.yaml"), """
                offerings:
                  - name: Cluster
                    waldur_api_url: %s
                    waldur_api_token: %s
                    waldur_offering_uuid: %s
                    backend_type: nothing
                    backend_components:
                %s""".formatted(
                        waldur.apiUrl(), waldur.token(), offering, components.indent(6)));
        String[] command = new String[options.length + 3];
        System.arraycopy(new String[] {"load-components", "-c", file.toString()}, 0, command, 0, 3);
        System.arraycopy(options, 0, command, 3, options.length);
        return console.run(command);
    }

    private List<OfferingComponent> components() throws InterruptedException {
        return client.offerings().get(offering).components();
    }

    private List<String> writes() {
        return waldur.requests().all().stream()
                .filter(request -> !request.method().equals("GET"))
                .map(RecordedRequest::path)
                .toList();
    }

    @Test
    void componentThatWaldurLacksIsCreatedWithEveryField() throws Exception {
        assertThat(load("mem: " + EVERYTHING)).isZero();

        assertThat(console.out()).contains("created", "mem", "limit_amount 500");
        assertThat(components()).singleElement().satisfies(made -> {
            assertThat(made.type()).isEqualTo("mem");
            assertThat(made.name()).isEqualTo("Memory");
            assertThat(made.billingType()).isEqualTo(BillingType.LIMIT);
            assertThat(made.measuredUnit()).isEqualTo("GB");
            assertThat(made.unitFactor()).isEqualByComparingTo("1024");
            assertThat(made.limitAmount()).isEqualByComparingTo("500");
            assertThat(made.description()).isEqualTo("Main memory");
            assertThat(made.minValue()).isEqualByComparingTo("1");
            assertThat(made.maxValue()).isEqualByComparingTo("64");
            assertThat(made.maxAvailableLimit()).isEqualByComparingTo("4096");
            assertThat(made.defaultLimit()).isEqualByComparingTo("2");
            assertThat(made.limitPeriod()).isEqualTo(LimitPeriod.MONTH);
            assertThat(made.articleCode()).isEqualTo("MEM-1");
            assertThat(made.isBoolean()).isFalse();
            assertThat(made.isPrepaid()).isTrue();
            assertThat(made.minPrepaidDuration()).isEqualTo(1);
            assertThat(made.maxPrepaidDuration()).isEqualTo(12);
            assertThat(made.prepaidDurationStep()).isEqualTo(1);
            assertThat(made.minRenewalDuration()).isEqualTo(2);
            assertThat(made.maxRenewalDuration()).isEqualTo(24);
            assertThat(made.renewalDurationStep()).isEqualTo(3);
        });
    }

    @Test
    void whatIsEqualIsNotWritten() throws Exception {
        load("mem: " + EVERYTHING);
        waldur.requests().clear();

        assertThat(load("mem: " + EVERYTHING)).isZero();

        assertThat(console.out()).contains("as it is", "mem");
        assertThat(writes()).isEmpty();
    }

    @Test
    void componentThatWaldurHasIsUpdatedByItsTypeAndKeepsWhatTheFileDoesNotSay() throws Exception {
        offering = waldur.addOffering(NewOffering.named("Second")
                .component(new NewOffering.Component(
                        "disk",
                        "limit",
                        "GB",
                        Map.of("limit_period", "quarterly", "limit_amount", 7, "description", "Scratch"))));
        UUID before = components().get(0).uuid();

        assertThat(load("disk: {measured_unit: TB, accounting_type: limit, label: Disk, max_value: 9}"))
                .isZero();

        assertThat(console.out())
                .contains("updated", "disk", "name disk → Disk", "measured_unit GB → TB", "max_value none → 9")
                .doesNotContain("limit_period", "limit_amount", "unit_factor");
        assertThat(components()).singleElement().satisfies(updated -> {
            assertThat(updated.uuid()).isEqualTo(before);
            assertThat(updated.measuredUnit()).isEqualTo("TB");
            assertThat(updated.maxValue()).isEqualByComparingTo("9");
            assertThat(updated.limitPeriod()).isEqualTo(LimitPeriod.QUARTERLY);
            assertThat(updated.limitAmount()).isEqualByComparingTo("7");
            assertThat(updated.description()).isEqualTo("Scratch");
        });
    }

    @Test
    void keptLimitPeriodGoesWithTheUpdate() throws Exception {
        offering = waldur.addOffering(NewOffering.named("Second")
                .component(new NewOffering.Component("disk", "limit", "GB", Map.of("limit_period", "annual"))));

        load("disk: {measured_unit: TB, accounting_type: limit, label: Disk}");

        assertThat(waldur.requests().all().stream()
                        .filter(request -> request.path().endsWith("/update_offering_component/")))
                .singleElement()
                .satisfies(request ->
                        assertThat(request.json().path("limit_period").asText()).isEqualTo("annual"));
    }

    @Test
    void limitPeriodOfTheFileWins() throws Exception {
        offering = waldur.addOffering(NewOffering.named("Second")
                .component(new NewOffering.Component("disk", "limit", "GB", Map.of("limit_period", "annual"))));

        load("disk: {measured_unit: GB, accounting_type: limit, label: Disk, limit_period: total}");

        assertThat(components().get(0).limitPeriod()).isEqualTo(LimitPeriod.TOTAL);
    }

    @Test
    void whatIsBilledOnceIsPrepaid() throws Exception {
        load("setup: {measured_unit: Setups, accounting_type: one, label: Setup}");

        assertThat(components()).singleElement().satisfies(made -> {
            assertThat(made.billingType()).isEqualTo(BillingType.ONE);
            assertThat(made.isPrepaid()).isTrue();
        });
    }

    @Test
    void dryRunShowsTheDifferenceAndWritesNothing() throws Exception {
        offering = waldur.addOffering(NewOffering.named("Second").component("disk", "usage", "GB"));

        int status = load("""
                disk: {measured_unit: GB, accounting_type: limit, label: disk}
                cpu: {measured_unit: Cores, accounting_type: usage, label: CPU}
                """, "--dry-run");

        assertThat(status).isZero();
        assertThat(console.out())
                .contains("Cluster")
                .contains("to update  disk: billing_type usage → limit")
                .contains("to create  cpu: name CPU, billing_type usage, measured_unit Cores")
                .contains("dry run");
        assertThat(writes()).isEmpty();
    }

    @Test
    void componentsThatTheFileLacksAreLeftAlone() throws Exception {
        offering = waldur.addOffering(NewOffering.named("Second").component("gpu", "usage", "Hours"));

        assertThat(load("cpu: {measured_unit: Cores, accounting_type: usage, label: CPU}"))
                .isZero();

        assertThat(components()).extracting(OfferingComponent::type).containsExactlyInAnyOrder("gpu", "cpu");
    }

    @Test
    void refusedComponentLeavesTheOthersLoadedAndEndsWithOne() throws Exception {
        waldur.faults().on(Requests.writes()).once(Fault.answer(Response.text(400, "{\"name\": [\"too odd\"]}")));

        int status = load("""
                cpu: {measured_unit: Cores, accounting_type: usage, label: CPU}
                mem: {measured_unit: GB, accounting_type: usage, label: RAM}
                """);

        assertThat(status).isEqualTo(1);
        assertThat(console.out()).contains("failed     cpu", "too odd", "created    mem");
        assertThat(components()).extracting(OfferingComponent::type).containsExactly("mem");
    }

    @Test
    void offeringThatCannotBeReadEndsWithOneAndNamesIt() throws Exception {
        offering = UUID.randomUUID();

        assertThat(load("cpu: {measured_unit: Cores, accounting_type: usage, label: CPU}"))
                .isEqualTo(1);
        assertThat(console.out()).contains("Cluster", "failed", "404");
    }
}
