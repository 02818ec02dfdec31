package dev.siteagent.core.reports;

import dev.siteagent.core.waldur.ComponentUsage;
import dev.siteagent.core.waldur.UserUsage;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** What Waldur has of the usage of one month, by resource. */
final class KnownUsages {
    /** Resource to the UUID of the record to the record: a list that changed while it was read may name one twice. */
    private final Map<UUID, Map<UUID, ComponentUsage>> usages = new HashMap<>();

    KnownUsages(Collection<ComponentUsage> listed) {
        listed.stream()
                .filter(usage -> usage.resourceUuid() != null && usage.type() != null && usage.usage() != null)
                .forEach(usage -> usages.computeIfAbsent(usage.resourceUuid(), unused -> new LinkedHashMap<>())
                        .put(usage.uuid(), usage));
    }

    /** Returns the records of a resource for a component; more than one where its plan changed within the month. */
    List<ComponentUsage> of(UUID resource, String component) {
        return usages.getOrDefault(resource, Map.of()).values().stream()
                .filter(usage -> usage.type().equals(component))
                .toList();
    }

    /** Returns those amounts that Waldur has otherwise or not at all. */
    Map<String, BigDecimal> differing(UUID resource, Map<String, BigDecimal> amounts) {
        Map<String, BigDecimal> changed = new LinkedHashMap<>(amounts);
        changed.entrySet().removeIf(amount -> of(resource, amount.getKey()).stream()
                .anyMatch(known -> known.usage().compareTo(amount.getValue()) == 0));
        return changed;
    }

    /**
     * Looks for what cannot be where usage only grows.
     *
     * @return what is wrong, as the end of a sentence; empty when nothing is
     */
    Optional<String> anomaly(UUID resource, Map<String, BigDecimal> amounts) {
        for (Map.Entry<String, BigDecimal> amount : amounts.entrySet()) {
            List<ComponentUsage> known = of(resource, amount.getKey());
            if (known.size() > 1) {
                return Optional.of("Waldur has " + known.size() + " records of " + amount.getKey()
                        + ", so that it cannot be told whether it decreased");
            }
            if (known.size() == 1 && amount.getValue().compareTo(known.get(0).usage()) < 0) {
                return Optional.of(amount.getKey() + " is "
                        + amount.getValue().toPlainString() + ", and it was "
                        + known.get(0).usage().toPlainString() + " already");
            }
        }
        return Optional.empty();
    }

    /** What Waldur has of users' parts: the usage they are part of to username to amount. */
    static Map<UUID, Map<String, BigDecimal>> users(Collection<UserUsage> listed) {
        Map<UUID, Map<String, BigDecimal>> parts = new HashMap<>();
        for (UserUsage part : listed) {
            if (part.username() != null && part.usage() != null) {
                part.componentUsageUuid().ifPresent(whole -> parts.computeIfAbsent(whole, unused -> new HashMap<>())
                        .put(part.username(), part.usage()));
            }
        }
        return parts;
    }
}
