package dev.siteagent.core.reports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.siteagent.core.waldur.Uuids;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageReportsTest {
    private final ReportFixture fixture = new ReportFixture();
    private final MeteredCloud cloud = fixture.cloud;

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void currentUsageIsReportedForTheMonthItIs() throws Exception {
        UUID resource = fixture.resource("1");
        cloud.uses("1", "cpu=12.5", "disk=3");

        ReportResult result = fixture.report(1);

        assertThat(fixture.usage(resource, "2026-03")).isEqualTo(Map.of("cpu", "12.50", "disk", "3.00"));
        assertThat(result).isEqualTo(new ReportResult(1, 0, 0, List.of()));
    }

    @Test
    void monthsAreReportedOldestFirstAndPastOnesFromHistory() throws Exception {
        UUID resource = fixture.resource("1");
        fixture.waldur.allowBackfill(true);
        cloud.uses("1", "cpu=3");
        cloud.used("2026-02", "1", "cpu=2");
        cloud.used("2026-01", "1", "cpu=1");

        fixture.report(3);

        assertThat(cloud.calls).containsExactly("2026-01", "2026-02", "now");
        assertThat(fixture.usage(resource, "2026-01")).isEqualTo(Map.of("cpu", "1.00"));
        assertThat(fixture.usage(resource, "2026-02")).isEqualTo(Map.of("cpu", "2.00"));
        assertThat(fixture.usage(resource, "2026-03")).isEqualTo(Map.of("cpu", "3.00"));
    }

    @Test
    void pastMonthsAreLeftOutWhereTheBackendDoesNotKnowThem() throws Exception {
        UUID resource = fixture.resource("1");
        cloud.uses("1", "cpu=3");

        ReportResult result = fixture.reports(new MeteredNow(cloud)).latest(12);

        assertThat(cloud.calls).containsExactly("now");
        assertThat(fixture.waldur.usages(resource)).hasSize(1);
        assertThat(result.problems()).isEmpty();
    }

    @Test
    void sameUsageAgainIsNotWritten() throws Exception {
        fixture.resource("1");
        cloud.uses("1", "cpu=12.5", "disk=3");
        fixture.report(1);

        cloud.uses("1", "cpu=12.500", "disk=3.001");
        ReportResult again = fixture.report(1);

        assertThat(fixture.writes()).isEmpty();
        assertThat(again).isEqualTo(new ReportResult(0, 1, 0, List.of()));
    }

    @Test
    void onlyWhatChangedIsWritten() throws Exception {
        UUID resource = fixture.resource("1");
        UUID same = fixture.resource("2");
        cloud.uses("1", "cpu=1", "disk=3");
        cloud.uses("2", "cpu=1");
        fixture.report(1);

        cloud.uses("1", "cpu=2", "disk=3");
        fixture.report(1);

        assertThat(fixture.writes()).containsExactly("set_usage");
        assertThat(fixture.usages(resource, "2026-03"))
                .extracting(usage -> usage.component() + " " + usage.writes())
                .containsExactlyInAnyOrder("cpu 2", "disk 1");
        assertThat(fixture.usages(same, "2026-03")).singleElement().satisfies(usage -> assertThat(usage.writes())
                .isOne());
    }

    @ParameterizedTest
    @CsvSource({"1.005, 1.00", "1.015, 1.02", "0.125, 0.12", "0.135, 0.14", "1.0051, 1.01", "0.004, 0.00", "7, 7.00"})
    void amountsAreRoundedHalfToEven(String used, String reported) throws Exception {
        UUID resource = fixture.resource("1");
        cloud.uses("1", "cpu=" + used);

        fixture.report(1);

        assertThat(fixture.usage(resource, "2026-03")).containsEntry("cpu", reported);
    }

    @Test
    void amountsAreDividedByTheFactorForReportsOnceAndThenRounded() throws Exception {
        UUID resource = fixture.resource("1");
        fixture.factors("cpu", "1", "60000");
        fixture.factors("disk", "1024", "1024");
        cloud.uses("1", "cpu=90300", "disk=1536");

        fixture.report(1);

        // 1.505 in one rounding is 1.50; rounded twice it would be 1.51 or worse.
        assertThat(fixture.usage(resource, "2026-03")).isEqualTo(Map.of("cpu", "1.50", "disk", "1.50"));
    }

    @Test
    void lowerUsageThanBeforeIsAnAnomalyAndNothingOfTheMonthIsWritten() throws Exception {
        UUID resource = fixture.resource("1");
        UUID other = fixture.resource("2");
        cloud.uses("1", "cpu=5", "disk=1");
        cloud.uses("2", "cpu=1");
        fixture.report(1);

        cloud.uses("1", MeteredCloud.amounts("cpu=4.99", "disk=9"), Map.of("ada", MeteredCloud.amounts("cpu=1")));
        cloud.uses("2", "cpu=2");
        ReportResult result = fixture.report(1);

        assertThat(fixture.usage(resource, "2026-03")).isEqualTo(Map.of("cpu", "5.00", "disk", "1.00"));
        assertThat(fixture.writes()).containsExactly("set_usage");
        assertThat(fixture.usage(other, "2026-03")).isEqualTo(Map.of("cpu", "2.00"));
        assertThat(result.problems()).singleElement().asString().contains("res-1", "anomaly", "4.99", "5");
    }

    @Test
    void lowerUsageIsReportedWhereUsageCanDecrease() throws Exception {
        UUID resource = fixture.resource("1");
        cloud.traits = cloud.traits.withUsageCanDecrease(true);
        cloud.uses("1", "disk=5");
        fixture.report(1);

        cloud.uses("1", "disk=4");
        ReportResult result = fixture.report(1);

        assertThat(fixture.usage(resource, "2026-03")).isEqualTo(Map.of("disk", "4.00"));
        assertThat(result.problems()).isEmpty();
    }

    @Test
    void anomalyOfAPastMonthLeavesTheCurrentOneReported() throws Exception {
        UUID resource = fixture.resource("1");
        fixture.waldur.allowBackfill(true);
        cloud.used("2026-02", "1", "cpu=5");
        fixture.report(2);

        cloud.used("2026-02", "1", "cpu=4");
        cloud.uses("1", "cpu=1");
        ReportResult result = fixture.report(2);

        assertThat(fixture.usage(resource, "2026-02")).isEqualTo(Map.of("cpu", "5.00"));
        assertThat(fixture.usage(resource, "2026-03")).isEqualTo(Map.of("cpu", "1.00"));
        assertThat(result.problems()).hasSize(1);
    }

    @Test
    void componentsThatTakeNoUsageAreDroppedAndTheRestIsReported() throws Exception {
        UUID resource = fixture.resource("1");
        cloud.uses("1", "cpu=1", "gpu=2", "setup=1");

        ReportResult result = fixture.report(1);

        assertThat(fixture.usage(resource, "2026-03")).isEqualTo(Map.of("cpu", "1.00"));
        assertThat(result.problems()).isEmpty();
    }

    @Test
    void usersPartsAreWrittenInOneCallAComponentAndOnlyWhereTheyDiffer() throws Exception {
        UUID resource = fixture.resource("1");
        fixture.factors("cpu", "1", "2");
        cloud.uses(
                "1",
                MeteredCloud.amounts("cpu=6", "disk=1"),
                Map.of("ada", MeteredCloud.amounts("cpu=4", "disk=1", "gpu=7"), "bob", MeteredCloud.amounts("cpu=2")));
        fixture.report(1);

        assertThat(fixture.writes()).containsExactly("set_usage", "set_user_usages", "set_user_usages");
        assertThat(parts(resource, "cpu"))
                .isEqualTo(Map.of("ada", new BigDecimal("2.00"), "bob", new BigDecimal("1.00")));
        assertThat(parts(resource, "disk")).isEqualTo(Map.of("ada", new BigDecimal("1.00")));

        fixture.report(1);
        assertThat(fixture.writes()).isEmpty();

        cloud.uses(
                "1",
                MeteredCloud.amounts("cpu=8", "disk=1"),
                Map.of("ada", MeteredCloud.amounts("cpu=4", "disk=1"), "bob", MeteredCloud.amounts("cpu=4")));
        fixture.report(1);

        assertThat(fixture.writes()).containsExactly("set_usage", "set_user_usages");
        assertThat(parts(resource, "cpu")).containsEntry("bob", new BigDecimal("2.00"));
    }

    @Test
    void usersPartsNameTheOfferingUserWhereWaldurHasOne() throws Exception {
        fixture.resource("1");
        UUID ada = fixture.waldur.people().addUser("ada@example.org", "Ada", "ada@example.org");
        UUID offeringUser = fixture.waldur.people().addOfferingUser(fixture.offering, ada, "ada");
        cloud.uses(
                "1",
                MeteredCloud.amounts("cpu=6"),
                Map.of("ada", MeteredCloud.amounts("cpu=4"), "bob", MeteredCloud.amounts("cpu=2")));

        fixture.report(1);

        JsonNode usages = fixture.waldur.requests().all().stream()
                .filter(request -> request.path().endsWith("/set_user_usages/"))
                .findFirst()
                .orElseThrow()
                .json()
                .path("usages");
        assertThat(usages.findValuesAsText("user"))
                .singleElement()
                .asString()
                .endsWith("/" + Uuids.hex(offeringUser) + "/");
        assertThat(usages.findValuesAsText("username")).containsExactlyInAnyOrder("ada", "bob");
    }

    @Test
    void reportThatIsToStopTakesNoFurtherResource() throws Exception {
        fixture.resource("1");
        fixture.resource("2");
        cloud.uses("1", "cpu=1");
        cloud.uses("2", "cpu=1");
        fixture.progress = new ReportProgress() {
            @Override
            public void moved() {}

            @Override
            public boolean stopping() {
                return fixture.writes().size() == 1;
            }
        };

        fixture.report(2);

        assertThat(fixture.writes()).containsExactly("set_usage");
    }

    private Map<String, BigDecimal> parts(UUID resource, String component) {
        return fixture.usages(resource, "2026-03").stream()
                .filter(usage -> usage.component().equals(component))
                .findFirst()
                .orElseThrow()
                .byUser();
    }

    @Test
    void resourcesWithoutABackendIdAndErredOnesAreNotReported() throws Exception {
        UUID none = fixture.resource("");
        UUID erred = fixture.resource("2");
        fixture.client.resources().setAsErred(erred, "it broke", "");
        cloud.uses("2", "cpu=1");

        ReportResult result = fixture.report(1);

        assertThat(result).isEqualTo(new ReportResult(0, 0, 0, List.of()));
        assertThat(fixture.waldur.usages(none)).isEmpty();
        assertThat(cloud.calls).isEmpty();
    }

    @Test
    void manyUnchangedResourcesCostOneListOfResourcesAndOneOfUsagesAMonth() throws Exception {
        for (int i = 0; i < 120; i++) {
            fixture.resource("" + i);
            cloud.uses("" + i, "cpu=1");
        }
        fixture.report(1);

        ReportResult again = fixture.report(1);

        assertThat(again).isEqualTo(new ReportResult(0, 120, 0, List.of()));
        assertThat(fixture.waldur.requests().all()).hasSize(2 + 2);
    }
}
