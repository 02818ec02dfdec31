package dev.siteagent.core.orders;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Compares JSON values as Java objects, whatever classes their numbers are of and however their moments are written: a
 * service may give back {@code 2026-01-02T03:04:05+00:00} for {@code 2026-01-02T03:04:05Z}.
 */
final class JsonValues {
    private static final Pattern MOMENT =
            Pattern.compile("\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}:\\d{2}([.]\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})");

    private JsonValues() {}

    /** Tells whether two values are the same JSON; the order of keys does not count, that of a list does. */
    static boolean same(Object left, Object right) {
        if (left instanceof Map<?, ?> a && right instanceof Map<?, ?> b) {
            return a.keySet().equals(b.keySet()) && a.keySet().stream().allMatch(key -> same(a.get(key), b.get(key)));
        }
        if (left instanceof List<?> a && right instanceof List<?> b) {
            return sameItems(a, b);
        }
        if (left instanceof Number a && right instanceof Number b) {
            return number(a).compareTo(number(b)) == 0;
        }
        if (left instanceof String a && right instanceof String b) {
            return a.equals(b) || sameMoment(a, b);
        }
        return Objects.equals(left, right);
    }

    private static boolean sameMoment(String a, String b) {
        Optional<Instant> moment = moment(a);
        return moment.isPresent() && moment.equals(moment(b));
    }

    /** Reads a date with time and zone; nothing else counts as a moment, so that no text is taken for one. */
    private static Optional<Instant> moment(String text) {
        if (!MOMENT.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(OffsetDateTime.parse(text.replace(' ', 'T')).toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static boolean sameItems(List<?> a, List<?> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!same(a.get(i), b.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static BigDecimal number(Number number) {
        return number instanceof BigDecimal decimal ? decimal : new BigDecimal(number.toString());
    }
}
