package dev.siteagent.core.config;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * The keys of a section that others than the class it is bound to read.
 *
 * @param names those keys, sorted
 * @param open whether not all are known, so that no key can be called unknown
 */
record KnownKeys(Set<String> names, boolean open) {
    static final KnownKeys NONE = new KnownKeys(Set.of(), false);
    static final KnownKeys ANY = new KnownKeys(Set.of(), true);

    static KnownKeys of(Collection<String> names) {
        return new KnownKeys(new TreeSet<>(names), false);
    }

    /** Returns these keys and some more, sorted, so that every reader of a section has the same words for its keys. */
    Set<String> with(Collection<String> more) {
        Set<String> all = new TreeSet<>(names);
        all.addAll(more);
        return all;
    }
}
