package dev.siteagent.core.membership;

import dev.siteagent.core.orders.LimitConversion;
import dev.siteagent.core.waldur.ComponentUsages;
import dev.siteagent.core.waldur.UserUsageLimit;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.UserLimitsBackend;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/** Tells the backend how much single users may use, where that differs: one list of Waldur for the whole offering. */
final class UserLimitStep {
    private final UserLimitsBackend backend;
    private final LimitConversion conversion;
    private final Map<UUID, Map<String, Map<String, BigDecimal>>> wanted;
    private final Map<UUID, Lookup<Map<String, Map<String, Long>>>> present;

    private UserLimitStep(
            UserLimitsBackend backend,
            LimitConversion conversion,
            Map<UUID, Map<String, Map<String, BigDecimal>>> wanted,
            Map<UUID, Lookup<Map<String, Map<String, Long>>>> present) {
        this.backend = backend;
        this.conversion = conversion;
        this.wanted = wanted;
        this.present = present;
    }

    /**
     * Reads both sides; the backend is asked only for resources of which Waldur limits users.
     *
     * @throws BackendException when the backend could not be read
     * @throws WaldurException when Waldur could not
     */
    static UserLimitStep read(
            UserLimitsBackend backend,
            LimitConversion conversion,
            ComponentUsages waldur,
            UUID offering,
            List<Resource> resources)
            throws BackendException, InterruptedException {
        Map<UUID, Map<String, Map<String, BigDecimal>>> wanted = new HashMap<>();
        for (UserUsageLimit limit : waldur.userLimitsOfOffering(offering)) {
            if (limit.resourceUuid().isPresent()
                    && limit.user() != null
                    && limit.componentType() != null
                    && limit.limit() != null) {
                wanted.computeIfAbsent(limit.resourceUuid().get(), resource -> new HashMap<>())
                        .computeIfAbsent(limit.user(), user -> new HashMap<>())
                        .put(limit.componentType(), limit.limit());
            }
        }
        List<Resource> limited = resources.stream()
                .filter(resource -> wanted.containsKey(resource.uuid()))
                .toList();
        return new UserLimitStep(
                backend,
                conversion,
                wanted,
                new BulkRead<Map<String, Map<String, Long>>>(backend::userLimits).of(limited));
    }

    /**
     * Sets the limits of the users of a resource that differ; a user who fails is a problem and stops no other.
     *
     * @param resource the resource, on which members are not restricted
     * @param hasAccess tells who has access: nobody else is limited
     */
    void apply(Resource resource, Predicate<String> hasAccess, Notes notes) throws InterruptedException {
        Map<String, Map<String, BigDecimal>> users = wanted.getOrDefault(resource.uuid(), Map.of());
        if (users.isEmpty()) {
            return;
        }
        Lookup<Map<String, Map<String, Long>>> lookup = present.get(resource.uuid());
        if (!(lookup instanceof Lookup.Present<Map<String, Map<String, Long>>> now)) {
            notes.problem("the limits of its users cannot be read from the backend"
                    + (lookup instanceof Lookup.Failed<?> failed
                            ? ": " + failed.why().getMessage()
                            : ""));
            return;
        }
        for (String user : Set.copyOf(users.keySet())) {
            if (hasAccess.test(user)) {
                set(resource, user, users.get(user), now.value().getOrDefault(user, Map.of()), notes);
            }
        }
    }

    private void set(
            Resource resource, String user, Map<String, BigDecimal> amounts, Map<String, Long> now, Notes notes)
            throws InterruptedException {
        try {
            Map<String, Long> limits = conversion.toBackend(amounts);
            if (!now.entrySet().containsAll(limits.entrySet())) {
                backend.setUserLimits(resource, user, limits);
                notes.changed(true);
            }
        } catch (BackendException e) {
            notes.problem("the limits of user " + user + " were not set: " + e.getMessage());
        } catch (RuntimeException | LinkageError e) {
            notes.problem("the limits of user " + user + " were not set, by a fault of the plugin: " + e);
        }
    }
}
