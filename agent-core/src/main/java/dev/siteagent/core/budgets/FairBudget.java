package dev.siteagent.core.budgets;

import dev.siteagent.spi.RateBudget;
import dev.siteagent.spi.RateBudgets;
import dev.siteagent.spi.TransientBackendException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One rate budget. Callers wait in one line each; whenever a request is free, the line whose turn it is gives its first
 * waiter, and goes to the end of the turns. Thread-safe.
 */
final class FairBudget {
    private final String api;
    private final Clock clock;
    private final List<Window> windows;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** Waiting requests by caller; the first caller is the one whose turn it is. */
    private final Map<String, Deque<Object>> lines = new LinkedHashMap<>();

    private int remoteLeft = Integer.MAX_VALUE;
    private Instant remoteReset = Instant.MIN;
    private Instant closedUntil = Instant.MIN;

    FairBudget(String api, List<RateBudgets.Limit> limits, Clock clock) {
        this.api = api;
        this.clock = clock;
        this.windows = limits.stream().map(Window::new).toList();
    }

    RateBudget forCaller(String caller) {
        return new RateBudget() {
            @Override
            public void acquire(Duration patience) throws TransientBackendException, InterruptedException {
                FairBudget.this.acquire(caller, patience);
            }

            @Override
            public void remaining(int remaining, Instant resetsAt) {
                FairBudget.this.remaining(remaining, resetsAt);
            }

            @Override
            public void exhaustedUntil(Instant until) {
                FairBudget.this.exhaustedUntil(until);
            }
        };
    }

    private void acquire(String caller, Duration patience) throws TransientBackendException, InterruptedException {
        lock.lockInterruptibly();
        Object self = new Object();
        try {
            lines.computeIfAbsent(caller, unused -> new ArrayDeque<>()).add(self);
            awaitTurn(caller, self, clock.instant().plus(patience));
            spend(clock.instant());
            leave(caller, self);
            endTurn(caller);
        } finally {
            leave(caller, self);
            changed.signalAll();
            lock.unlock();
        }
    }

    private void awaitTurn(String caller, Object self, Instant deadline)
            throws TransientBackendException, InterruptedException {
        while (true) {
            Instant now = clock.instant();
            Duration untilFree = Duration.between(now, freeAt(now));
            Duration left = Duration.between(now, deadline);
            boolean first = isFirst(caller, self);
            if (first && untilFree.isZero()) {
                return;
            }
            if (untilFree.compareTo(left) > 0 || left.isNegative() || left.isZero()) {
                throw new TransientBackendException(
                                "the rate limit of " + api + " leaves no request for another "
                                        + Math.max(1, untilFree.toSeconds()) + " s",
                                null)
                        .retryAfter(untilFree.isZero() ? Duration.ofSeconds(1) : untilFree);
            }
            // Only the first waits for time to pass; the others are woken when it is served or gives up.
            changed.await(first ? untilFree.toNanos() : left.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private boolean isFirst(String caller, Object self) {
        return lines.keySet().iterator().next().equals(caller)
                && lines.get(caller).peekFirst() == self;
    }

    private void leave(String caller, Object self) {
        Deque<Object> line = lines.get(caller);
        if (line != null && line.remove(self) && line.isEmpty()) {
            lines.remove(caller);
        }
    }

    private void endTurn(String caller) {
        Deque<Object> line = lines.remove(caller);
        if (line != null) {
            lines.put(caller, line);
        }
    }

    private void spend(Instant now) {
        windows.forEach(window -> window.spend(now));
        if (now.isBefore(remoteReset) && remoteLeft > 0) {
            remoteLeft--;
        }
    }

    /** When the next request may be made: now, or the time at which every limit allows it. */
    private Instant freeAt(Instant now) {
        Instant free = now;
        for (Window window : windows) {
            free = later(free, window.freeAt(now));
        }
        if (remoteLeft == 0) {
            free = later(free, remoteReset);
        }
        return later(free, closedUntil);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private void remaining(int remaining, Instant resetsAt) {
        lock.lock();
        try {
            // Answers overtake each other: within one window the lowest count is the latest.
            boolean sameWindow = resetsAt.equals(remoteReset);
            remoteLeft = sameWindow ? Math.min(remoteLeft, remaining) : remaining;
            remoteReset = resetsAt;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void exhaustedUntil(Instant until) {
        lock.lock();
        try {
            closedUntil = later(closedUntil, until);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    int left() {
        lock.lock();
        try {
            Instant now = clock.instant();
            if (now.isBefore(closedUntil)) {
                return 0;
            }
            int left = now.isBefore(remoteReset) ? remoteLeft : Integer.MAX_VALUE;
            for (Window window : windows) {
                left = Math.min(left, window.left(now));
            }
            return left;
        } finally {
            lock.unlock();
        }
    }

    /** The requests made within one limit's window. Guarded by the budget's lock. */
    private static final class Window {
        private final RateBudgets.Limit limit;
        private final Deque<Instant> spent = new ArrayDeque<>();

        Window(RateBudgets.Limit limit) {
            this.limit = limit;
        }

        void spend(Instant now) {
            spent.add(now);
        }

        int left(Instant now) {
            Instant start = now.minus(limit.window());
            while (!spent.isEmpty() && !spent.peekFirst().isAfter(start)) {
                spent.removeFirst();
            }
            return limit.requests() - spent.size();
        }

        Instant freeAt(Instant now) {
            return left(now) > 0 ? now : spent.getFirst().plus(limit.window());
        }
    }
}
