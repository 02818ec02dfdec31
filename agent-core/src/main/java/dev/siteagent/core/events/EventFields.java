package dev.siteagent.core.events;

import com.fasterxml.jackson.databind.JsonNode;
import dev.siteagent.core.waldur.Uuids;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The fields of an event's body. Missing, null and, for text and UUIDs, empty are the same. Every failure names the field
 * and the kind of its value, never the value.
 */
final class EventFields {
    private final JsonNode object;

    EventFields(JsonNode object) {
        this.object = object;
    }

    UUID uuid(String field) throws UnreadableEvent {
        return optionalUuid(field).orElseThrow(() -> missing(field));
    }

    Optional<UUID> optionalUuid(String field) throws UnreadableEvent {
        Optional<String> text = optionalText(field);
        try {
            return text.map(Uuids::parse);
        } catch (IllegalArgumentException e) {
            // The cause would add nothing: it knows no more than the field's name.
            throw new UnreadableEvent(field + " is not a UUID");
        }
    }

    String text(String field) throws UnreadableEvent {
        return optionalText(field).orElseThrow(() -> missing(field));
    }

    Optional<String> optionalText(String field) throws UnreadableEvent {
        JsonNode value = object.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            throw wrong(field, "text", value);
        }
        return Optional.of(value.textValue()).filter(text -> !text.isBlank());
    }

    Optional<Boolean> optionalTruth(String field) throws UnreadableEvent {
        JsonNode value = object.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isBoolean()) {
            throw wrong(field, "true or false", value);
        }
        return Optional.of(value.booleanValue());
    }

    /** Reads a constant by its name in lower case. */
    <E extends Enum<E>> E oneOf(String field, Class<E> type) throws UnreadableEvent {
        String text = text(field);
        for (E constant : type.getEnumConstants()) {
            if (constant.name().toLowerCase(Locale.ROOT).equals(text)) {
                return constant;
            }
        }
        throw new UnreadableEvent(field + " is none that this agent knows");
    }

    /** Reads a list of texts; missing is empty. */
    List<String> texts(String field) throws UnreadableEvent {
        JsonNode value = object.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return List.of();
        }
        if (!value.isArray()) {
            throw wrong(field, "a list", value);
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode each : value) {
            if (!each.isTextual()) {
                throw wrong("an entry of " + field, "text", each);
            }
            texts.add(each.textValue());
        }
        return texts;
    }

    /** Reads an object as plain values; missing is empty. */
    Map<String, Object> map(String field) throws UnreadableEvent {
        JsonNode value = object.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return Map.of();
        }
        if (!value.isObject()) {
            throw wrong(field, "an object", value);
        }
        return plainMap(value);
    }

    private static Map<String, Object> plainMap(JsonNode object) {
        Map<String, Object> map = new LinkedHashMap<>();
        object.properties().forEach(entry -> map.put(entry.getKey(), plain(entry.getValue())));
        return map;
    }

    private static Object plain(JsonNode value) {
        if (value.isObject()) {
            return plainMap(value);
        }
        if (value.isArray()) {
            List<Object> list = new ArrayList<>();
            value.forEach(each -> list.add(plain(each)));
            return list;
        }
        if (value.isNumber()) {
            return value.numberValue();
        }
        if (value.isBoolean()) {
            return value.booleanValue();
        }
        return value.isNull() ? null : value.asText();
    }

    private static UnreadableEvent missing(String field) {
        return new UnreadableEvent(field + " is missing");
    }

    private static UnreadableEvent wrong(String field, String expected, JsonNode value) {
        return new UnreadableEvent(field + " is not " + expected + " but "
                + value.getNodeType().name().toLowerCase(Locale.ROOT));
    }
}
