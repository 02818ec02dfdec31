package dev.siteagent.core.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.siteagent.core.waldur.Uuids;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.TransientBackendException;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageReportsTest {
    private static final String SET_USAGE = "/api/marketplace-component-usages/set_usage/";
    private static final String ME = "/api/users/me/";

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
    void pastMonthsThatWaldurTakesNoMoreAreNormal() throws Exception {
        List<UUID> resources = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            resources.add(fixture.resource("" + i));
            cloud.used("2026-02", "" + i, i == 3 ? "disk=1" : "cpu=1");
            cloud.uses("" + i, "cpu=2");
        }

        ReportResult result = fixture.report(2);

        assertThat(result).isEqualTo(new ReportResult(5, 0, 3, List.of()));
        assertThat(fixture.usage(resources.get(3), "2026-02")).isEqualTo(Map.of("disk", "1.00"));
        assertThat(resources).allSatisfy(resource -> assertThat(fixture.usage(resource, "2026-03"))
                .isEqualTo(Map.of("cpu", "2.00")));
        // Only the first asks: the answer is the same for all usage of that month.
        assertThat(fixture.writes()).hasSize(1 + 1 + 4);
    }

    @Test
    void otherRefusalOfAPastMonthIsAProblem() throws Exception {
        fixture.resource("1");
        cloud.used("2026-02", "1", "cpu=1");
        fixture.waldur
                .faults()
                .on(Requests.path(SET_USAGE))
                .once(Fault.answer(Response.text(400, "{\"resource\": [\"no such plan period\"]}")));

        assertThat(fixture.report(2).problems()).singleElement().asString().contains("res-1", "no such plan period");
    }

    @Test
    void refusedResourceLeavesTheOthersReported() throws Exception {
        fixture.resource("1");
        UUID good = fixture.resource("2");
        cloud.uses("1", "cpu=1");
        cloud.uses("2", "cpu=1");
        fixture.waldur.faults().on(Requests.path(SET_USAGE)).once(Fault.answer(Response.text(403, "no")));

        ReportResult result = fixture.report(1);

        assertThat(result.problems()).singleElement().asString().contains("res-1", "403");
        assertThat(fixture.usage(good, "2026-03")).isEqualTo(Map.of("cpu", "1.00"));
    }

    @Test
    void resourceThatTheBackendCannotReadOrGotWrongLeavesTheOthersReported() throws Exception {
        fixture.resource("failed");
        fixture.resource("negative");
        fixture.resource("absent");
        UUID good = fixture.resource("good");
        cloud.now.put("failed", new Lookup.Failed<>(new TransientBackendException("the meter is stuck", null)));
        cloud.uses("negative", "cpu=-1");
        cloud.uses("good", "cpu=1");

        ReportResult result = fixture.report(1);

        assertThat(result.problems()).hasSize(2);
        assertThat(result.problems().get(0)).contains("res-failed", "the meter is stuck");
        assertThat(result.problems().get(1)).contains("res-negative", "cpu is -1");
        assertThat(fixture.usage(good, "2026-03")).isEqualTo(Map.of("cpu", "1.00"));
    }

    @Test
    void outageOfTheBackendErrsNothingAndLeavesTheOtherMonths() throws Exception {
        UUID resource = fixture.resource("1");
        cloud.uses("1", "cpu=1");
        cloud.during = () -> {
            if (!cloud.calls.contains("now")) {
                throw new PermanentBackendException("the accounting database is gone");
            }
        };

        ReportResult result = fixture.report(2);

        assertThat(result.problems()).singleElement().asString().contains("2026-02", "accounting database");
        assertThat(fixture.writes()).containsExactly("set_usage");
        assertThat(fixture.waldur.resource(resource).state()).isEqualTo(ResourceSnapshot.State.OK);
    }

    @Test
    void backendThatIsNotReadyIsNoProblem() throws Exception {
        fixture.resource("1");
        cloud.during = () -> {
            throw new BackendNotReadyException("the accounting is rolled up");
        };

        assertThat(fixture.report(1)).isEqualTo(new ReportResult(0, 0, 0, List.of()));
    }

    @Test
    void faultOfThePluginIsAProblemOfTheMonth() throws Exception {
        fixture.resource("1");
        cloud.during = () -> {
            throw new IllegalStateException("index 7");
        };

        assertThat(fixture.report(1).problems()).singleElement().asString().contains("fault of the plugin", "index 7");
    }

    @Test
    void outageOfWaldurEndsTheCycleSoonAndErrsNothing() throws Exception {
        metered(20);
        down(SET_USAGE);
        down(ME);

        assertThatThrownBy(() -> fixture.report(1)).isInstanceOf(WaldurUnavailableException.class);
        assertThat(fixture.writes()).hasSize(3 * 2).containsOnly("set_usage");
    }

    @Test
    void resourcesThatWaldurFailsOnLeaveThoseBehindThemReported() throws Exception {
        List<UUID> resources = metered(4);
        fixture.waldur
                .faults()
                .on(Requests.path(SET_USAGE))
                .times(3 * 2, Fault.answer(Response.text(500, "a fault of Waldur")));

        ReportResult result = fixture.report(1);

        assertThat(result.written()).isEqualTo(1);
        assertThat(result.problems()).hasSize(3);
        assertThat(resources)
                .filteredOn(resource -> !fixture.usage(resource, "2026-03").isEmpty())
                .hasSize(1);
    }

    @Test
    void waldurThatAnswersButTakesNoUsageEndsTheReportAllTheSame() throws Exception {
        metered(20);
        down(SET_USAGE);

        assertThatThrownBy(() -> fixture.report(1)).isInstanceOf(WaldurUnavailableException.class);
        assertThat(fixture.writes()).hasSize(15 * 2);
    }

    @Test
    void outageInAPastMonthLeavesTheCurrentOneReported() throws Exception {
        List<UUID> resources = metered(4);
        fixture.waldur.allowBackfill(true);
        for (int i = 0; i < resources.size(); i++) {
            cloud.used("2026-01", "" + i, "cpu=1");
            cloud.used("2026-02", "" + i, "cpu=1");
        }
        fixture.waldur.faults().on(Requests.path(SET_USAGE)).times(3 * 2, Fault.answer(Response.text(503, "down")));
        down(ME);

        ReportResult result = fixture.report(3);

        assertThat(result.problems()).hasSize(4).last().asString().contains("2026-01", "next cycle");
        assertThat(resources).allSatisfy(resource -> assertThat(fixture.usage(resource, "2026-03"))
                .isEqualTo(Map.of("cpu", "1.00")));
        assertThat(resources).allSatisfy(resource -> assertThat(fixture.usage(resource, "2026-02"))
                .isEmpty());
    }

    private List<UUID> metered(int count) {
        List<UUID> resources = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            resources.add(fixture.resource("" + i));
            cloud.uses("" + i, "cpu=1");
        }
        return resources;
    }

    private void down(String path) {
        fixture.waldur.faults().on(Requests.path(path)).always(Fault.answer(Response.text(503, "down")));
    }

    @Test
    void monthThatTurnedBetweenPullAndSubmitIsSkipped() throws Exception {
        UUID resource = fixture.resource("1");
        cloud.uses("1", "cpu=700");
        fixture.clock.set("2026-03-31T23:59:59Z");
        cloud.during = () -> fixture.clock.set("2026-04-01T00:00:00Z");

        ReportResult result = fixture.report(1);

        assertThat(fixture.waldur.usages(resource)).isEmpty();
        assertThat(result.problems()).isEmpty();

        cloud.during = () -> {};
        cloud.uses("1", "cpu=0");
        fixture.report(1);
        assertThat(fixture.usage(resource, "2026-04")).isEqualTo(Map.of("cpu", "0.00"));
    }

    @Test
    void monthThatTurnsWhileItIsSubmittedIsLeftOff() throws Exception {
        fixture.resource("1");
        fixture.resource("2");
        cloud.uses("1", "cpu=700");
        cloud.uses("2", "cpu=700");
        fixture.clock.set("2026-03-31T23:59:59Z");
        fixture.waldur.tap((request, response) -> fixture.clock.set("2026-04-01T00:00:00Z"));

        fixture.report(1);

        assertThat(fixture.writes()).containsExactly("set_usage");
    }

    @Test
    void zoneAheadOfUtcWaitsUntilTheMonthHasBegunThereToo() throws Exception {
        UUID resource = fixture.resource("1");
        fixture.zone = ZoneId.of("Europe/Tallinn");
        fixture.clock.set("2026-03-31T22:30:00Z");
        fixture.waldur.allowBackfill(true);
        cloud.used("2026-03", "1", "cpu=9");
        cloud.uses("1", "cpu=1");

        ReportResult result = fixture.report(2);

        assertThat(cloud.calls).containsExactly("2026-03");
        assertThat(fixture.usage(resource, "2026-03")).isEqualTo(Map.of("cpu", "9.00"));
        assertThat(result.problems()).isEmpty();
    }

    @Test
    void zoneBehindUtcReportsTheMonthThatItStillIs() throws Exception {
        UUID resource = fixture.resource("1");
        fixture.zone = ZoneId.of("America/New_York");
        fixture.clock.set("2026-04-01T02:00:00Z");
        fixture.waldur.allowBackfill(true);
        cloud.uses("1", "cpu=9");

        fixture.report(1);

        assertThat(fixture.usage(resource, "2026-03")).isEqualTo(Map.of("cpu", "9.00"));
        assertThat(fixture.usage(resource, "2026-04")).isEmpty();
    }

    @Test
    void currentMonthOfAZoneBehindUtcThatWaldurTakesNoMoreIsNormal() throws Exception {
        fixture.resource("1");
        fixture.zone = ZoneId.of("America/New_York");
        fixture.clock.set("2026-04-01T02:00:00Z");
        cloud.uses("1", "cpu=9");

        assertThat(fixture.report(1)).isEqualTo(new ReportResult(0, 0, 1, List.of()));
    }

    @Test
    void monthThatCannotBeComparedLeavesTheOthersReported() throws Exception {
        UUID resource = fixture.resource("1");
        cloud.used("2026-02", "1", "cpu=9");
        cloud.uses("1", "cpu=1");
        fixture.waldur
                .faults()
                .on(Requests.of("GET", "/api/marketplace-component-usages/"))
                .once(Fault.answer(Response.text(403, "no")));

        ReportResult result = fixture.report(2);

        assertThat(result.problems()).singleElement().asString().contains("2026-02", "403");
        assertThat(fixture.usage(resource, "2026-03")).isEqualTo(Map.of("cpu", "1.00"));
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

    @Test
    void historyIsLoadedMonthByMonthAndNotTheCurrentOne() throws Exception {
        UUID resource = fixture.resource("1");
        fixture.waldur.allowBackfill(true);
        cloud.used("2025-12", "1", "cpu=1");
        cloud.used("2026-01", "1", "cpu=2");
        cloud.uses("1", "cpu=3");

        fixture.reports().past(BillingMonths.between(YearMonth.of(2025, 12), YearMonth.of(2026, 3)));

        assertThat(cloud.calls).containsExactly("2025-12", "2026-01", "2026-02");
        assertThat(fixture.usage(resource, "2025-12")).isEqualTo(Map.of("cpu", "1.00"));
        assertThat(fixture.usage(resource, "2026-01")).isEqualTo(Map.of("cpu", "2.00"));
        assertThat(fixture.waldur.usages(resource)).hasSize(2);
    }

    @Test
    void historyOfABackendWithoutOneIsRefused() throws Exception {
        UsageReports reports = fixture.reports(new MeteredNow(cloud));

        assertThatThrownBy(() -> reports.past(List.of(YearMonth.of(2026, 1))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("past months");
        assertThat(Set.copyOf(fixture.writes())).isEmpty();
    }
}
