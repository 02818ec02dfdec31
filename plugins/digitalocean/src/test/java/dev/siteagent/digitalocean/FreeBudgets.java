package dev.siteagent.digitalocean;

import dev.siteagent.spi.RateBudget;
import dev.siteagent.spi.RateBudgets;
import dev.siteagent.spi.Secret;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Budgets that hold nobody back until the remote side refuses; then they wait on the test's clock, which moves on. */
public final class FreeBudgets implements RateBudgets {
    private final Map<String, Budget> budgets = new ConcurrentHashMap<>();
    private final TestClock clock;

    public FreeBudgets(TestClock clock) {
        this.clock = clock;
    }

    @Override
    public RateBudget budget(String api, Secret account, List<Limit> limits) {
        return budgets.computeIfAbsent(api + " " + account.hashCode(), unused -> new Budget(clock));
    }

    private static final class Budget implements RateBudget {
        private final TestClock clock;
        private Instant until = Instant.MIN;

        Budget(TestClock clock) {
            this.clock = clock;
        }

        @Override
        public synchronized void acquire(Duration patience) throws TransientBackendException {
            Duration wait = until.equals(Instant.MIN) ? Duration.ZERO : Duration.between(clock.instant(), until);
            if (wait.compareTo(patience) > 0) {
                throw new TransientBackendException("the budget is used up", null).retryAfter(wait);
            }
            if (wait.compareTo(Duration.ZERO) > 0) {
                clock.advance(wait);
            }
        }

        @Override
        public void remaining(int remaining, Instant resetsAt) {
            // Nobody is held back for a count.
        }

        @Override
        public synchronized void exhaustedUntil(Instant instant) {
            until = instant;
        }
    }
}
