package dev.siteagent.core.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a failure of the backend or of Waldur costs a report, and what it does not. */
class ReportOutagesTest {
    private static final String SET_USAGE = "/api/marketplace-component-usages/set_usage/";
    private static final String ME = "/api/users/me/";
    private final ReportFixture fixture = new ReportFixture();
    private final MeteredCloud cloud = fixture.cloud;

    @AfterEach
    void close() {
        fixture.close();
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
    void resourcesThatWaldurFailsOnEveryTimeHideTheOthersForOneReportOnly() throws Exception {
        List<UUID> resources = metered(17);
        failsOn(resources.subList(0, 15));

        assertThatThrownBy(() -> fixture.report(1)).isInstanceOf(WaldurUnavailableException.class);
        assertThatThrownBy(() -> fixture.report(1)).isInstanceOf(WaldurUnavailableException.class);

        assertThat(resources.subList(15, 17)).allSatisfy(resource -> assertThat(fixture.usage(resource, "2026-03"))
                .isEqualTo(Map.of("cpu", "1.00")));
    }

    @Test
    void resourcesThatWaldurFailsOnInOnePastMonthLeaveTheOtherPastMonthsReported() throws Exception {
        List<UUID> resources = metered(17);
        fixture.waldur.allowBackfill(true);
        for (int i = 0; i < resources.size(); i++) {
            cloud.used("2026-01", "" + i, "cpu=1");
        }
        cloud.used("2026-02", "16", "cpu=2");
        failsOn(resources.subList(0, 15));
        for (int i = 0; i < 15; i++) {
            cloud.now.remove("" + i);
        }

        fixture.report(3);
        fixture.report(3);

        assertThat(fixture.usage(resources.get(16), "2026-01")).isEqualTo(Map.of("cpu", "1.00"));
        assertThat(fixture.usage(resources.get(16), "2026-02")).isEqualTo(Map.of("cpu", "2.00"));
        assertThat(fixture.usage(resources.get(16), "2026-03")).isEqualTo(Map.of("cpu", "1.00"));
    }

    @Test
    void waldurThatTakesNoUsageAtAllIsTriedWithOneResourceOfEachFurtherPastMonth() throws Exception {
        List<UUID> resources = metered(20);
        fixture.waldur.allowBackfill(true);
        for (int i = 0; i < resources.size(); i++) {
            cloud.used("2025-12", "" + i, "cpu=1");
            cloud.used("2026-01", "" + i, "cpu=1");
            cloud.used("2026-02", "" + i, "cpu=1");
        }
        down(SET_USAGE);

        assertThatThrownBy(() -> fixture.report(4)).isInstanceOf(WaldurUnavailableException.class);

        assertThat(fixture.writes()).hasSize((15 + 1 + 1 + 15) * 2);
    }

    private void failsOn(List<UUID> resources) {
        fixture.waldur
                .faults()
                .on(request -> request.path().equals(SET_USAGE)
                        && resources.stream()
                                .anyMatch(resource -> request.json().toString().contains(Uuids.hex(resource))))
                .always(Fault.answer(Response.text(500, "a fault of Waldur")));
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
}
