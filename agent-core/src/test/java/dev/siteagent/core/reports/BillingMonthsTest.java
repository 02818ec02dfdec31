package dev.siteagent.core.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BillingMonthsTest {
    private static BillingMonths at(String now, String zone) {
        return new BillingMonths(new MovableClock(now), ZoneId.of(zone));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-31T21:59:59Z, UTC,               2026-03",
        "2026-04-01T00:00:00Z, UTC,               2026-04",
        // Daylight-saving time began on 29 March: Tallinn is 3 hours ahead of UTC at the end of the month.
        "2026-03-31T20:59:59Z, Europe/Tallinn,    2026-03",
        "2026-03-31T21:00:00Z, Europe/Tallinn,    2026-04",
        // It ended on 25 October: 2 hours ahead.
        "2026-10-31T21:59:59Z, Europe/Tallinn,    2026-10",
        "2026-10-31T22:00:00Z, Europe/Tallinn,    2026-11",
        "2026-11-01T03:59:59Z, America/New_York,  2026-10",
        "2026-11-01T04:00:00Z, America/New_York,  2026-11",
        "2024-02-29T23:59:59Z, UTC,               2024-02",
        "2025-12-31T10:00:00Z, Pacific/Kiritimati, 2026-01"
    })
    void zoneDecidesTheMonth(String now, String zone, YearMonth month) {
        assertThat(at(now, zone).current()).isEqualTo(month);
    }

    @Test
    void monthsComeOldestFirstAcrossTheYear() {
        assertThat(at("2026-01-31T12:00:00Z", "UTC").latest(3))
                .containsExactly(YearMonth.of(2025, 11), YearMonth.of(2025, 12), YearMonth.of(2026, 1));
        assertThat(at("2026-01-31T12:00:00Z", "UTC").latest(1)).containsExactly(YearMonth.of(2026, 1));
    }

    @Test
    void spanThatEndsBeforeItBeginsHasNoMonths() {
        assertThat(BillingMonths.between(YearMonth.of(2026, 2), YearMonth.of(2026, 1)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        // Past months: a date that is in the month wherever one looks from.
        "2026-03-20T12:00:00Z, UTC,              2026-02, 2026-02-15T12:00:00Z",
        "2026-03-20T12:00:00Z, UTC,              2026-03, 2026-03-20T12:00:00Z",
        // Still March in New York, April in UTC: the last moment of March.
        "2026-04-01T02:00:00Z, America/New_York, 2026-03, 2026-03-31T23:59:59Z"
    })
    void dateLiesInTheMonthInUtcToo(String now, String zone, YearMonth month, Instant date) {
        assertThat(at(now, zone).dateOf(month)).contains(date);
    }

    @Test
    void monthThatHasNotBegunInUtcHasNoDateYet() {
        BillingMonths months = at("2026-03-31T22:30:00Z", "Europe/Tallinn");

        assertThat(months.current()).isEqualTo(YearMonth.of(2026, 4));
        assertThat(months.dateOf(YearMonth.of(2026, 4))).isEmpty();
        assertThat(months.dateOf(YearMonth.of(2026, 3))).contains(Instant.parse("2026-03-15T12:00:00Z"));
    }
}
