package dev.siteagent.core.reports;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The months that are billed: those of {@code timezone}, by an injected clock. Immutable.
 *
 * <p>Waldur files a usage under the month that its date has in UTC. A date is therefore chosen that lies in the month
 * meant in UTC, too; the first moment of a month in a zone east of Greenwich, for one, is the month before in UTC.
 */
public final class BillingMonths {
    private static final int MIDDLE = 15;

    private final Clock clock;
    private final ZoneId zone;

    /**
     * Months of a zone.
     *
     * @param clock the time
     * @param zone the zone that decides the month
     */
    public BillingMonths(Clock clock, ZoneId zone) {
        this.clock = Objects.requireNonNull(clock, "clock");
        this.zone = Objects.requireNonNull(zone, "zone");
    }

    /** Returns the month that it is in the zone. */
    public YearMonth current() {
        return YearMonth.from(clock.instant().atZone(zone));
    }

    /**
     * Returns the last months, the oldest first and the current one last.
     *
     * @param count how many, at least 1
     */
    public List<YearMonth> latest(int count) {
        YearMonth current = current();
        return between(current.minusMonths(count - 1L), current);
    }

    /**
     * Returns the months of a span, the oldest first; none when it ends before it begins.
     *
     * @param first the first month
     * @param last the last month, included
     */
    public static List<YearMonth> between(YearMonth first, YearMonth last) {
        List<YearMonth> months = new ArrayList<>();
        for (YearMonth month = first; !month.isAfter(last); month = month.plusMonths(1)) {
            months.add(month);
        }
        return months;
    }

    /**
     * Returns the date to report a month's usage with: its middle for a past month; now for the current one, as near as
     * UTC allows.
     *
     * @param month the current month or a past one
     * @return empty in the hours in which the month has begun in the zone but not in UTC, where Waldur would refuse it as
     *     the future
     */
    public Optional<Instant> dateOf(YearMonth month) {
        if (month.isBefore(current())) {
            return Optional.of(month.atDay(MIDDLE).atTime(LocalTime.NOON).toInstant(ZoneOffset.UTC));
        }
        Instant now = clock.instant();
        Instant first = month.atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        Instant last =
                month.plusMonths(1).atDay(1).atStartOfDay().minusSeconds(1).toInstant(ZoneOffset.UTC);
        if (now.isBefore(first)) {
            return Optional.empty();
        }
        return Optional.of(now.isAfter(last) ? last : now);
    }
}
