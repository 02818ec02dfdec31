package dev.siteagent.sandbox.digitalocean;

import java.util.List;
import java.util.function.Function;

/**
 * One page of a list.
 *
 * @param slice which page it is
 * @param items what is on it
 * @param total how many items all pages have
 */
record Page<T>(Slice slice, List<T> items, int total) {
    <R> Page<R> map(Function<T, R> shape) {
        return new Page<>(slice, items.stream().map(shape).toList(), total);
    }

    /** Returns the number of the last page, 1 for an empty list. */
    int last() {
        return (int) Math.max(1, ((long) total + slice.size() - 1) / slice.size());
    }
}
