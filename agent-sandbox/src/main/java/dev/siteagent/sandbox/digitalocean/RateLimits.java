package dev.siteagent.sandbox.digitalocean;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How many requests a token may make: in the last hour, in the last minute, and listings of SSH keys in the last minute. The
 * windows slide: a request counts until it is an hour or a minute old; a request that was refused does not count. Can be
 * changed while requests run. Thread-safe.
 */
public final class RateLimits {
    /** A limit that is never reached. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Clock clock;
    private final Map<String, Windows> windows = new ConcurrentHashMap<>();
    private volatile int perHour = 5000;
    private volatile int perMinute = 250;
    private volatile int keyListingsPerMinute = 10;

    RateLimits(Clock clock) {
        this.clock = clock;
    }

    /** Sets the requests an hour; 5,000 at first. */
    public RateLimits perHour(int requests) {
        perHour = requests;
        return this;
    }

    /** Sets the requests a minute; 250 at first. */
    public RateLimits perMinute(int requests) {
        perMinute = requests;
        return this;
    }

    /** Sets the listings of SSH keys a minute; 10 at first. */
    public RateLimits keyListingsPerMinute(int requests) {
        keyListingsPerMinute = requests;
        return this;
    }

    /** Lifts all limits, as for a load test. */
    public RateLimits unlimited() {
        return perHour(UNLIMITED).perMinute(UNLIMITED).keyListingsPerMinute(UNLIMITED);
    }

    /** Forgets all requests so far. */
    public void reset() {
        windows.clear();
    }

    /**
     * What a request gets.
     *
     * @param admitted false where a limit is reached
     * @param limit the requests an hour
     * @param remaining how many of them are left
     * @param reset when the oldest counted request is an hour old, seconds since 1970
     * @param retryAfter seconds until the minute's limit allows another one; empty unless that limit refused
     */
    record Verdict(boolean admitted, int limit, int remaining, long reset, OptionalLong retryAfter) {}

    Verdict judge(String token, boolean keyListing) {
        return windows.computeIfAbsent(token, unused -> new Windows()).judge(clock.instant(), keyListing);
    }

    private final class Windows {
        private final Window hour = new Window(HOUR);
        private final Window minute = new Window(MINUTE);
        private final Window keyListings = new Window(MINUTE);

        synchronized Verdict judge(Instant now, boolean keyListing) {
            if (hour.isFull(now, perHour)) {
                return verdict(false, now, OptionalLong.empty());
            }
            if (minute.isFull(now, perMinute)) {
                return verdict(false, now, OptionalLong.of(minute.secondsToRoom(now)));
            }
            if (keyListing && keyListings.isFull(now, keyListingsPerMinute)) {
                return verdict(false, now, OptionalLong.of(keyListings.secondsToRoom(now)));
            }
            hour.count(now, perHour);
            minute.count(now, perMinute);
            if (keyListing) {
                keyListings.count(now, keyListingsPerMinute);
            }
            return verdict(true, now, OptionalLong.empty());
        }

        private Verdict verdict(boolean admitted, Instant now, OptionalLong retryAfter) {
            int remaining = Math.max(0, perHour - hour.size());
            return new Verdict(admitted, perHour, remaining, hour.oldestExpires(now), retryAfter);
        }
    }

    private static final class Window {
        private final Duration length;
        private final ArrayDeque<Instant> requests = new ArrayDeque<>();

        Window(Duration length) {
            this.length = length;
        }

        boolean isFull(Instant now, int limit) {
            while (!requests.isEmpty() && !requests.peekFirst().plus(length).isAfter(now)) {
                requests.removeFirst();
            }
            return requests.size() >= limit;
        }

        void count(Instant now, int limit) {
            if (limit != UNLIMITED) {
                requests.addLast(now);
            }
        }

        int size() {
            return requests.size();
        }

        long oldestExpires(Instant now) {
            Instant oldest = requests.isEmpty() ? now : requests.peekFirst();
            return oldest.plus(length).getEpochSecond();
        }

        long secondsToRoom(Instant now) {
            if (requests.isEmpty()) {
                return length.toSeconds();
            }
            Duration wait = Duration.between(now, requests.peekFirst().plus(length));
            return Math.max(1, wait.plusMillis(999).toSeconds());
        }
    }
}
