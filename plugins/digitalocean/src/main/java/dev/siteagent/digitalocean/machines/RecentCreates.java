package dev.siteagent.digitalocean.machines;

import dev.siteagent.digitalocean.droplets.ListingLag;
import java.time.Clock;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The creates of a moment ago, whose droplets listings may not show yet, and whose turn it is: one create at a time for
 * each identity. Forgets by itself what listings show. Thread-safe.
 */
final class RecentCreates {
    private final Clock clock;
    private final Map<String, Entry> entries = new ConcurrentHashMap<>();

    RecentCreates(Clock clock) {
        this.clock = clock;
    }

    private static final class Entry {
        private final ReentrantLock turn = new ReentrantLock();
        private int users;
        private ListingLag lag;
        private OptionalLong made = OptionalLong.empty();
    }

    /** The turn of one identity; to be closed by the thread that took it. */
    final class Turn implements AutoCloseable {
        private final String identity;
        private final Entry entry;

        private Turn(String identity, Entry entry) {
            this.identity = identity;
            this.entry = entry;
        }

        /** The droplet that was made a moment ago; empty when none was, or listings show it by now. */
        OptionalLong made() {
            return pending(entry) ? entry.made : OptionalLong.empty();
        }

        /** Whether a droplet may have been made a moment ago, nobody knows which. */
        boolean lost() {
            return pending(entry) && entry.made.isEmpty();
        }

        void madeNow(long dropletId) {
            entry.lag = ListingLag.from("create", clock.instant());
            entry.made = OptionalLong.of(dropletId);
        }

        void lostNow() {
            entry.lag = ListingLag.from("create", clock.instant());
            entry.made = OptionalLong.empty();
        }

        void forget() {
            entry.lag = null;
            entry.made = OptionalLong.empty();
        }

        @Override
        public void close() {
            entry.turn.unlock();
            leave(identity);
        }
    }

    /** Waits for the turn of an identity and takes it. */
    Turn take(String identity) throws InterruptedException {
        Entry mine = entries.compute(identity, (unused, known) -> {
            Entry entry = known == null ? new Entry() : known;
            entry.users++;
            return entry;
        });
        try {
            mine.turn.lockInterruptibly();
        } catch (InterruptedException e) {
            leave(identity);
            throw e;
        }
        return new Turn(identity, mine);
    }

    private void leave(String identity) {
        entries.computeIfPresent(identity, (unused, entry) -> {
            entry.users--;
            return entry;
        });
        for (String each : entries.keySet()) {
            entries.computeIfPresent(each, (unused, entry) -> entry.users == 0 && !pending(entry) ? null : entry);
        }
    }

    private boolean pending(Entry entry) {
        return entry.lag != null && !entry.lag.left(clock.instant()).isZero();
    }
}
