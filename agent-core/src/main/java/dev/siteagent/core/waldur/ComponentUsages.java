package dev.siteagent.core.waldur;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What resources used, in total and by user: {@code /api/marketplace-component-usages/},
 * {@code …-component-user-usages/}; and how much users may use: {@code /api/component-user-usage-limits/}. Thread-safe.
 *
 * <p>A usage of a billing period replaces the one reported before, so that its call is repeated when its answer is lost.
 */
public final class ComponentUsages {
    private static final String PATH = "/api/marketplace-component-usages/";
    private static final String OF_USERS = "/api/marketplace-component-user-usages/";
    private static final String LIMITS = "/api/component-user-usage-limits/";

    private final WaldurHttp http;

    ComponentUsages(WaldurHttp http) {
        this.http = http;
    }

    /**
     * Lists what a resource used in a billing period.
     *
     * @param resource the resource
     * @param billingPeriod the first day of the month
     */
    public List<ComponentUsage> ofResource(UUID resource, LocalDate billingPeriod) throws InterruptedException {
        return list(
                "list the usage of resource " + Uuids.hex(resource),
                Query.NONE.and("resource_uuid", resource).and("billing_period", billingPeriod.toString()));
    }

    /**
     * Lists what all resources of an offering used in a billing period: one list in place of one call a resource.
     *
     * @param offering the offering
     * @param billingPeriod the first day of the month
     */
    public List<ComponentUsage> ofOffering(UUID offering, LocalDate billingPeriod) throws InterruptedException {
        return list(
                "list the usage of offering " + Uuids.hex(offering),
                Query.NONE.and("offering_uuid", offering).and("billing_period", billingPeriod.toString()));
    }

    private List<ComponentUsage> list(String purpose, Query query) throws InterruptedException {
        return http.all(
                WaldurCall.get("usages.list", purpose, PATH, query.fieldsOf(ComponentUsage.class)),
                ComponentUsage.class);
    }

    /**
     * Reports what a resource used.
     *
     * @param resource the resource
     * @param at a moment of the billing period the usage is for, or null for now
     * @param amounts component → amount in Waldur's units
     */
    public void setUsage(UUID resource, Instant at, Map<String, BigDecimal> amounts) throws InterruptedException {
        List<Map<String, Object>> usages = amounts.entrySet().stream()
                .<Map<String, Object>>map(usage -> Map.of(
                        "type", usage.getKey(), "amount", usage.getValue().toPlainString()))
                .toList();
        Map<String, Object> body = new TreeMap<>(Map.of("resource", resource, "usages", usages));
        if (at != null) {
            body.put("date", at);
        }
        http.done(WaldurCall.act(
                "usages.set_usage", "record the usage of resource " + Uuids.hex(resource), PATH + "set_usage/", body));
    }

    /**
     * Reports the users' parts of a usage, all in one call.
     *
     * @param componentUsage the usage they are part of
     * @param at a moment of the billing period, or null for now
     * @param amounts username → amount in Waldur's units
     * @param users username → address of the offering user; those of whom Waldur has none are left out
     */
    public void setUserUsages(
            UUID componentUsage, Instant at, Map<String, BigDecimal> amounts, Map<String, String> users)
            throws InterruptedException {
        List<Map<String, Object>> usages = amounts.entrySet().stream()
                .<Map<String, Object>>map(
                        usage -> userUsage(usage.getKey(), usage.getValue(), at, users.get(usage.getKey())))
                .toList();
        http.done(WaldurCall.act(
                "usages.set_user_usages",
                "record the users' parts of usage " + Uuids.hex(componentUsage),
                PATH + Uuids.hex(componentUsage) + "/set_user_usages/",
                Map.of("usages", usages)));
    }

    private static Map<String, Object> userUsage(String username, BigDecimal amount, Instant at, String user) {
        Map<String, Object> usage = new TreeMap<>(Map.of("username", username, "usage", amount.toPlainString()));
        if (user != null) {
            usage.put("user", user);
        }
        if (at != null) {
            usage.put("date", at);
        }
        return usage;
    }

    /**
     * Lists the users' parts of what a resource used in a billing period.
     *
     * @param resource the resource
     * @param billingPeriod the first day of the month
     */
    public List<UserUsage> userUsages(UUID resource, LocalDate billingPeriod) throws InterruptedException {
        return userUsages(
                "list the users' usage of resource " + Uuids.hex(resource),
                Query.NONE.and("resource_uuid", resource),
                billingPeriod);
    }

    /**
     * Lists the users' parts of what all resources of an offering used in a billing period.
     *
     * @param offering the offering
     * @param billingPeriod the first day of the month
     */
    public List<UserUsage> userUsagesOfOffering(UUID offering, LocalDate billingPeriod) throws InterruptedException {
        return userUsages(
                "list the users' usage of offering " + Uuids.hex(offering),
                Query.NONE.and("offering_uuid", offering),
                billingPeriod);
    }

    private List<UserUsage> userUsages(String purpose, Query of, LocalDate billingPeriod) throws InterruptedException {
        Query query = of.and("component_usage__billing_period", billingPeriod.toString())
                .fieldsOf(UserUsage.class);
        return http.all(WaldurCall.get("user_usages.list", purpose, OF_USERS, query), UserUsage.class);
    }

    /** Lists how much users may use of all resources of an offering. */
    public List<UserUsageLimit> userLimitsOfOffering(UUID offering) throws InterruptedException {
        return userLimits("list the users' limits of offering " + Uuids.hex(offering), "offering_uuid", offering);
    }

    /** Lists how much users may use of a resource. */
    public List<UserUsageLimit> userLimitsOfResource(UUID resource) throws InterruptedException {
        return userLimits("list the users' limits of resource " + Uuids.hex(resource), "resource_uuid", resource);
    }

    private List<UserUsageLimit> userLimits(String purpose, String filter, UUID uuid) throws InterruptedException {
        return http.all(
                WaldurCall.get("user_limits.list", purpose, LIMITS, Query.NONE.and(filter, uuid)),
                UserUsageLimit.class);
    }
}
