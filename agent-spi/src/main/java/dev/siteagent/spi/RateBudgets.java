package dev.siteagent.spi;

import java.time.Duration;
import java.util.List;

/**
 * The rate budgets of the process. Accounts are shared by offerings and by plugins that cannot see each other, so the
 * host keeps the budgets, keyed by the account. Thread-safe.
 *
 * @since 1.0.0
 */
public interface RateBudgets {
    /**
     * Returns the one budget of an account, the same object for every caller in the process that names the same account.
     *
     * @param api what is rate-limited, such as {@code digitalocean} or {@code digitalocean/list-keys}
     * @param account the credential that the remote side counts by; kept only as a digest
     * @param limits the limits as documented by the remote side, all of which hold; the first caller's are taken
     */
    RateBudget budget(String api, Secret account, List<Limit> limits);

    /**
     * So many requests in so much time.
     *
     * @param requests more than 0
     * @param window more than 0
     */
    record Limit(int requests, Duration window) {
        /** Refuses limits that allow nothing. */
        public Limit {
            if (requests < 1 || window.isNegative() || window.isZero()) {
                throw new IllegalArgumentException(
                        "a rate limit allows at least one request in some time, not " + requests + " in " + window);
            }
        }
    }
}
