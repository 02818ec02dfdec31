package dev.siteagent.hobbyfarm;

import dev.siteagent.spi.RateBudget;
import dev.siteagent.spi.RateBudgets;
import dev.siteagent.spi.Secret;
import dev.siteagent.spi.TransientBackendException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;

/** One budget for all, that refuses at once what does not fit into a minute, so that no thread waits for simulated time. */
final class MinuteBudget implements RateBudgets, RateBudget {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Clock clock;
    private final int requests;
    private final ArrayDeque<Instant> taken = new ArrayDeque<>();
    private Instant until = Instant.EPOCH;

    MinuteBudget(Clock clock, int requests) {
        this.clock = clock;
        this.requests = requests;
    }

    @Override
    public RateBudget budget(String api, Secret account, List<Limit> limits) {
        return this;
    }

    @Override
    public synchronized void acquire(Duration patience) throws TransientBackendException {
        Instant now = clock.instant();
        while (!taken.isEmpty() && !taken.peekFirst().plus(MINUTE).isAfter(now)) {
            taken.removeFirst();
        }
        Instant free = taken.size() < requests ? now : taken.peekFirst().plus(MINUTE);
        if (until.isAfter(free)) {
            free = until;
        }
        if (free.isAfter(now)) {
            throw new TransientBackendException("the account's request budget is used up until " + free, null)
                    .retryAfter(Duration.between(now, free));
        }
        taken.addLast(now);
    }

    @Override
    public void remaining(int left, Instant resetsAt) {
        // What the cloud counts is what is counted here.
    }

    @Override
    public synchronized void exhaustedUntil(Instant end) {
        until = end;
    }
}
