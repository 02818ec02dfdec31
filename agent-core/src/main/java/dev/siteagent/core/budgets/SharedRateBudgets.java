package dev.siteagent.core.budgets;

import dev.siteagent.spi.RateBudgets;
import dev.siteagent.spi.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Every rate budget of the process, one an API and account. Plugins cannot see each other, so what they share is here.
 * Thread-safe.
 */
public final class SharedRateBudgets {
    private final Clock clock;
    private final Map<Account, FairBudget> budgets = new ConcurrentHashMap<>();

    /**
     * Starts with no budget.
     *
     * @param clock the time that windows are measured by
     */
    public SharedRateBudgets(Clock clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /**
     * Returns the budgets as one offering (or service) sees them. The name is what fairness counts by: waiting requests
     * are served one offering after the other.
     *
     * @param offering the offering's name
     */
    public RateBudgets forOffering(String offering) {
        Objects.requireNonNull(offering, "offering");
        return (api, secret, limits) -> of(api, secret, limits).forCaller(offering);
    }

    /** Returns how much is left of each budget now, for metrics. */
    public List<Level> levels() {
        return budgets.entrySet().stream()
                .map(entry -> new Level(
                        entry.getKey().api(),
                        entry.getKey().digest().substring(0, 8),
                        entry.getValue().left()))
                .toList();
    }

    private FairBudget of(String api, Secret account, List<RateBudgets.Limit> limits) {
        return budgets.computeIfAbsent(
                new Account(Objects.requireNonNull(api, "api"), digest(account)),
                key -> new FairBudget(key.api(), limits, clock));
    }

    private static String digest(Secret account) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256")
                            .digest(account.reveal().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * How much is left of a budget.
     *
     * @param api what is rate-limited
     * @param account the start of the account's digest, which tells accounts apart and tells nothing else
     * @param left requests that could be made at once
     */
    public record Level(String api, String account, int left) {}

    private record Account(String api, String digest) {}
}
