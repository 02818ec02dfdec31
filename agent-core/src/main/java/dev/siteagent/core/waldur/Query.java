package dev.siteagent.core.waldur;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import java.lang.reflect.RecordComponent;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The query of a call; a name may come several times. Immutable.
 *
 * @param pairs the parameters in their order, not null
 */
record Query(List<Parameter> pairs) {

    /** One parameter, not encoded yet. */
    record Parameter(String name, String value) {}

    static final Query NONE = new Query(List.of());

    Query {
        pairs = List.copyOf(pairs);
    }

    Query and(String name, String value) {
        return and(name, List.of(value));
    }

    Query and(String name, int value) {
        return and(name, Integer.toString(value));
    }

    Query and(String name, boolean value) {
        return and(name, Boolean.toString(value));
    }

    Query and(String name, UUID value) {
        return and(name, Uuids.hex(value));
    }

    /** Adds one parameter for each value: {@code state=OK&state=Erred}. */
    Query and(String name, Collection<String> values) {
        List<Parameter> more = new ArrayList<>(pairs);
        values.forEach(value -> more.add(new Parameter(name, value)));
        return new Query(more);
    }

    /** Asks for exactly the fields that a record reads, so that an answer carries nothing else. */
    Query fieldsOf(Class<? extends Record> type) {
        return and("field", fieldNames(type));
    }

    static List<String> fieldNames(Class<? extends Record> type) {
        PropertyNamingStrategies.SnakeCaseStrategy snakeCase = new PropertyNamingStrategies.SnakeCaseStrategy();
        return Stream.of(type.getRecordComponents())
                .map(component -> named(component).orElseGet(() -> snakeCase.translate(component.getName())))
                .toList();
    }

    /** Returns the name that a component is given where Waldur's does not follow from its own. */
    private static Optional<String> named(RecordComponent component) {
        return Optional.ofNullable(component.getAccessor().getAnnotation(JsonProperty.class))
                .map(JsonProperty::value);
    }

    /** Returns the query with its question mark, or an empty text. */
    String encoded() {
        return pairs.isEmpty()
                ? ""
                : pairs.stream()
                        .map(pair -> encode(pair.name()) + "=" + encode(pair.value()))
                        .collect(Collectors.joining("&", "?", ""));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
