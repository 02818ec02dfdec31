package dev.siteagent.sandbox.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The query of a request: names to one or more values, in the order they were sent. Immutable. */
public final class Query {
    private final Map<String, List<String>> values;

    private Query(Map<String, List<String>> values) {
        this.values = values;
    }

    /**
     * Parses the text after the question mark.
     *
     * @param raw the text, percent-encoded; null or empty where there is none
     * @return the query, not null
     */
    public static Query parse(String raw) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        if (raw != null) {
            for (String pair : raw.split("&", -1)) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                if (!pair.isEmpty()) {
                    values.computeIfAbsent(decode(name), unused -> new ArrayList<>())
                            .add(decode(value));
                }
            }
        }
        return new Query(values);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** Returns the first value of a parameter, empty where it was not sent. */
    public Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }

    /** Returns all values of a parameter in the order sent, empty where it was not sent. */
    public List<String> all(String name) {
        return List.copyOf(values.getOrDefault(name, List.of()));
    }

    /** Returns the first value of a parameter as a whole number, empty where it was not sent or is none. */
    public OptionalInt number(String name) {
        Optional<String> text = first(name).filter(value -> value.matches("-?[0-9]{1,9}"));
        return text.isPresent() ? OptionalInt.of(Integer.parseInt(text.get())) : OptionalInt.empty();
    }

    /** Returns the names that were sent, in their order. */
    public Set<String> names() {
        return Collections.unmodifiableSet(values.keySet());
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
