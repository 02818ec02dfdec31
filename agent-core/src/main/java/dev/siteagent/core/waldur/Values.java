package dev.siteagent.core.waldur;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Makes the collections of an answer unmodifiable and never null. */
final class Values {
    private Values() {}

    /** Copies a map in its order; null becomes empty, null values stay. */
    static Map<String, Object> copy(Map<String, Object> map) {
        return map == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /** Copies amounts in their order; null becomes empty, a component without an amount is left out. */
    static <N extends Number> Map<String, N> amounts(Map<String, N> map) {
        if (map == null) {
            return Map.of();
        }
        Map<String, N> copy = new LinkedHashMap<>(map);
        copy.values().removeIf(Objects::isNull);
        return Collections.unmodifiableMap(copy);
    }

    /** Copies a list; null becomes empty. */
    static <T> List<T> copy(List<T> list) {
        return list == null ? List.of() : list.stream().filter(Objects::nonNull).toList();
    }

    /** Turns a missing text into an empty one. */
    static String text(String value) {
        return value == null ? "" : value;
    }
}
