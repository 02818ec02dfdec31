package dev.siteagent.sandbox.digitalocean;

import dev.siteagent.sandbox.http.Query;
import java.util.List;

/**
 * Which page of a list is asked for.
 *
 * @param number from 1
 * @param size items a page, 200 at most
 */
record Slice(int number, int size) {
    /** Everything on one page, for callers that are not the API. */
    static final Slice ALL = new Slice(1, Integer.MAX_VALUE);

    private static final int DEFAULT_SIZE = 20;
    private static final int MAX_SIZE = 200;

    /** Reads {@code page} and {@code per_page}: the first page and 20 items unless they are positive numbers. */
    static Slice asked(Query query) {
        int size = Math.min(MAX_SIZE, positive(query, "per_page", DEFAULT_SIZE));
        return new Slice(positive(query, "page", 1), size);
    }

    private static int positive(Query query, String name, int otherwise) {
        int value = query.number(name).orElse(otherwise);
        return value > 0 ? value : otherwise;
    }

    <T> Page<T> of(List<T> all) {
        long from = Math.min(all.size(), (number - 1L) * size);
        long to = Math.min(all.size(), from + size);
        return new Page<>(this, all.subList((int) from, (int) to), all.size());
    }
}
