package dev.siteagent.core.orders;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Compares JSON values as Java objects, whatever classes their numbers are of. */
final class JsonValues {
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
        return Objects.equals(left, right);
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
