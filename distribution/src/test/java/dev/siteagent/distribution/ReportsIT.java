package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.http.RecordedRequest;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged agent with the example plugin: components and usage. */
@Timeout(180)
class ReportsIT {
    private final Site site = new Site();

    @TempDir
    private Path outputs;

    private PackagedAgent agent;
    private UUID offering;
    private Path directory;
    private Path configuration;

    @BeforeEach
    void configure() throws IOException {
        agent = site.givesTokensTo(PackagedAgent.in(outputs)).withTheExamplePlugin();
        offering = site.waldur().addOffering(NewOffering.named("Files"));
        directory = Files.createDirectories(outputs.resolve("resources"));
        configuration = site.configuration(outputs, """
                  - name: Files
                    waldur_api_url: %s
                    waldur_api_token: ${env:WALDUR_API_TOKEN}
                    waldur_offering_uuid: %s
                    backend_type: example
                    reporting_backend: example
                    backend_settings: {directory: %s}
                    backend_components:
                      slots: {measured_unit: Slot days, unit_factor: 1, unit_factor_reporting: 24, accounting_type: usage,
                              label: Slots}
                """.formatted(site.waldur().apiUrl(), offering, directory));
    }

    @AfterEach
    void nothingSecretWasWritten() throws IOException {
        site.close();
        assertThat(agent.everythingWritten()).doesNotContain(site.secrets());
    }

    @Test
    void componentsAreLoadedAfterADryRunAndUsageIsReportedOnce() throws Exception {
        AgentProcess.Ended dry = agent.run("load-components", "-c", configuration.toString(), "--dry-run");
        assertThat(dry.status()).as(dry.out() + dry.err()).isZero();
        assertThat(dry.out()).contains("Files", "to create  slots", "measured_unit Slot days", "dry run");
        assertThat(writes()).isEmpty();

        AgentProcess.Ended loaded = agent.run("load-components", "-c", configuration.toString());
        assertThat(loaded.status()).as(loaded.out() + loaded.err()).isZero();
        assertThat(loaded.out()).contains("created    slots");

        UUID resource = site.waldur().addResource(offering, site.project(), NewOrder.named("shelf"), "example-shelf");
        Files.writeString(directory.resolve("example-shelf"), "slots=3\n");
        Files.writeString(directory.resolve("example-shelf.usage"), YearMonth.now(ZoneOffset.UTC) + " ada slots 36\n");
        AgentProcess.Ended reported = report();

        assertThat(reported.status()).as(reported.out() + reported.err()).isZero();
        assertThat(site.waldur().usages(resource)).singleElement().satisfies(usage -> {
            assertThat(usage.component()).isEqualTo("slots");
            assertThat(usage.amount()).isEqualByComparingTo("1.5");
            assertThat(usage.byUser()).isEqualTo(Map.of("ada", new BigDecimal("1.50")));
        });

        site.waldur().requests().clear();
        assertThat(report().status()).isZero();
        assertThat(writes()).noneMatch(path -> path.contains("usage"));
    }

    private AgentProcess.Ended report() throws IOException, InterruptedException {
        return agent.run("run", "-m", "report", "-c", configuration.toString(), "--once");
    }

    private List<String> writes() {
        return site.waldur().requests().all().stream()
                .filter(request -> !request.method().equals("GET"))
                .map(RecordedRequest::path)
                .toList();
    }
}
