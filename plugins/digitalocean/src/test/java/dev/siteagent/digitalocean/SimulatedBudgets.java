package dev.siteagent.digitalocean;

import dev.siteagent.spi.RateBudget;
import dev.siteagent.spi.RateBudgets;
import dev.siteagent.spi.Secret;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The documented limits, kept on the test's clock: a wait moves the clock instead of the world. */
final class SimulatedBudgets implements RateBudgets {
    private final TestClock clock;
    private final Map<String, RateBudget> budgets = new HashMap<>();

    SimulatedBudgets(TestClock clock) {
        this.clock = clock;
    }

    @Override
    public synchronized RateBudget budget(String api, Secret account, List<Limit> limits) {
        return budgets.computeIfAbsent(api + account.hashCode(), unused -> new Budget(limits));
    }

    private final class Budget implements RateBudget {
        private final Map<Limit, Deque<Instant>> windows = new HashMap<>();

        Budget(List<Limit> limits) {
            limits.forEach(limit -> windows.put(limit, new ArrayDeque<>()));
        }

        @Override
        public synchronized void acquire(Duration patience) throws TransientBackendException {
            Duration wait = windows.entrySet().stream()
                    .map(window -> wait(window.getKey(), window.getValue()))
                    .max(Duration::compareTo)
                    .orElse(Duration.ZERO);
            if (wait.compareTo(patience) > 0) {
                throw new TransientBackendException("used up", null).retryAfter(wait);
            }
            clock.advance(wait);
            windows.values().forEach(window -> window.addLast(clock.instant()));
        }

        private Duration wait(Limit limit, Deque<Instant> window) {
            Instant now = clock.instant();
            while (!window.isEmpty() && !window.peekFirst().plus(limit.window()).isAfter(now)) {
                window.removeFirst();
            }
            return window.size() < limit.requests()
                    ? Duration.ZERO
                    : Duration.between(now, window.peekFirst().plus(limit.window()));
        }

        @Override
        public void remaining(int remaining, Instant resetsAt) {
            // The windows count for themselves.
        }

        @Override
        public void exhaustedUntil(Instant until) {
            throw new AssertionError("a request was refused for its rate");
        }
    }
}
