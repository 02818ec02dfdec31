package dev.siteagent.core.fairness;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The order in which things are taken, pass after pass, where failures in a row cut a pass short: those that did not fail
 * come first, and of the others the one that failed last comes last. Nothing that could be done is thus kept out for good
 * by neighbours that fail every time. It may be lost, which costs one pass. Not thread-safe.
 *
 * @param <K> what tells the things apart
 */
public final class FailedLast<K> {
    private final Map<K, Long> failures = new HashMap<>();
    private long count;

    /** This one failed, and goes behind all others. */
    public void failed(K key) {
        count++;
        failures.put(key, count);
    }

    /** This one did not fail when it was last tried. */
    public void succeeded(K key) {
        failures.remove(key);
    }

    /** Forgets those that are no more. */
    public void keep(Predicate<K> there) {
        failures.keySet().removeIf(there.negate());
    }

    /** Returns a number that is the greater the later this one failed; 0 when it did not. */
    public long lastFailure(K key) {
        return failures.getOrDefault(key, 0L);
    }

    /**
     * Sorts things into their order; those that did not fail stay in theirs.
     *
     * @param things the things
     * @param key tells them apart
     */
    public <T> List<T> order(Collection<T> things, Function<? super T, ? extends K> key) {
        return things.stream()
                .sorted(Comparator.comparingLong(thing -> lastFailure(key.apply(thing))))
                .toList();
    }
}
