package dev.siteagent.core.orders;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Semaphore;

/**
 * Lets reads of single things share requests: whoever asks while a request is under way is served by the next one, which
 * asks for all of them at once. So an answer is never older than the question, and 30 orders that ask at the same time
 * cost two requests. Thread-safe.
 *
 * @param <K> what is asked for
 * @param <V> what is read
 */
final class SharedReads<K, V> {
    private final Bulk<K, V> bulk;
    private final Semaphore turn = new Semaphore(1, true);
    private final Object gate = new Object();
    private Batch<K, V> gathering = new Batch<>();

    SharedReads(Bulk<K, V> bulk) {
        this.bulk = Objects.requireNonNull(bulk, "bulk");
    }

    /** Reads many things in one go. */
    @FunctionalInterface
    interface Bulk<K, V> {
        /**
         * Reads.
         *
         * @param keys what is asked for, at least one
         * @return a value for each key
         */
        Map<K, V> read(Set<K> keys) throws InterruptedException;
    }

    /**
     * Reads one thing, alone or together with others. A failure of the request is thrown to all who shared it.
     *
     * @throws InterruptedException when this thread is interrupted; the others are not concerned
     */
    V read(K key) throws InterruptedException {
        Batch<K, V> mine = join(key);
        turn.acquire();
        try {
            if (!mine.settled()) {
                close(mine);
                mine.settle(bulk);
            }
        } finally {
            turn.release();
        }
        return mine.value(key);
    }

    /** Returns how many things the next request would ask for, as far as is known now. */
    int gathered() {
        synchronized (gate) {
            return gathering.keys.size();
        }
    }

    private Batch<K, V> join(K key) {
        synchronized (gate) {
            gathering.keys.add(key);
            return gathering;
        }
    }

    private void close(Batch<K, V> batch) {
        synchronized (gate) {
            if (gathering == batch) {
                gathering = new Batch<>();
            }
        }
    }

    /** Who shares one request. Fields but the keys are touched only by the holder of the turn. */
    private static final class Batch<K, V> {
        private final Set<K> keys = new LinkedHashSet<>();
        private volatile Map<K, V> values;
        private volatile RuntimeException failure;

        boolean settled() {
            return values != null || failure != null;
        }

        void settle(Bulk<K, V> bulk) throws InterruptedException {
            try {
                values = bulk.read(new LinkedHashSet<>(keys));
            } catch (RuntimeException e) {
                failure = e;
            }
        }

        V value(K key) {
            if (failure != null) {
                throw failure;
            }
            V value = values.get(key);
            if (value == null) {
                throw new NoSuchElementException("a bulk read left out " + key);
            }
            return value;
        }
    }
}
