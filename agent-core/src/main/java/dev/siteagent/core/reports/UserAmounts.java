package dev.siteagent.core.reports;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Amounts of users, turned from by user to by component, which is how Waldur takes them. */
final class UserAmounts {
    private UserAmounts() {}

    /** Converts amounts and turns them round: component to username to amount in Waldur's units. */
    static Map<String, Map<String, BigDecimal>> byComponent(
            Map<String, Map<String, BigDecimal>> byUser, ReportedAmounts amounts, ReportTally tally) {
        Map<String, Map<String, BigDecimal>> turned = new TreeMap<>();
        byUser.forEach((username, used) -> amounts.of(used, tally)
                .forEach((component, amount) -> turned.computeIfAbsent(component, unused -> new TreeMap<>())
                        .put(username, amount)));
        return turned;
    }

    /** Returns those amounts that are known otherwise or not at all. */
    static Map<String, BigDecimal> differing(Map<String, BigDecimal> amounts, Map<String, BigDecimal> known) {
        Map<String, BigDecimal> changed = new LinkedHashMap<>(amounts);
        changed.entrySet()
                .removeIf(amount -> known.containsKey(amount.getKey())
                        && known.get(amount.getKey()).compareTo(amount.getValue()) == 0);
        return changed;
    }
}
