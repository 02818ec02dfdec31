package dev.siteagent.spi;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Defensive copies for the records of this package: unmodifiable, in the order given. */
final class Records {
    private Records() {}

    static <K, V> Map<K, V> copy(Map<K, V> map, String name) {
        Objects.requireNonNull(map, name);
        map.forEach((key, value) -> {
            Objects.requireNonNull(key, name);
            Objects.requireNonNull(value, name);
        });
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /** Copies a JSON object, whose values may be null. Nested values are taken as they are. */
    static Map<String, Object> json(Map<String, Object> map, String name) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(Objects.requireNonNull(map, name)));
    }

    static <T> List<T> copy(List<T> list, String name) {
        return List.copyOf(Objects.requireNonNull(list, name));
    }

    static <T> Set<T> copySet(Collection<T> set, String name) {
        Objects.requireNonNull(set, name).forEach(item -> Objects.requireNonNull(item, name));
        return Collections.unmodifiableSet(new LinkedHashSet<>(set));
    }

    static String requireText(String text, String name) {
        if (Objects.requireNonNull(text, name).isBlank()) {
            throw new IllegalArgumentException(name + " is blank");
        }
        return text;
    }
}
