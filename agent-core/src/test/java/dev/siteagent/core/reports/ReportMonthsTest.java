package dev.siteagent.core.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which month a report is of, where months turn and zones differ. */
class ReportMonthsTest {
    private final ReportFixture fixture = new ReportFixture();
    private final MeteredCloud cloud = fixture.cloud;

    @AfterEach
    void close() {
        fixture.close();
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
