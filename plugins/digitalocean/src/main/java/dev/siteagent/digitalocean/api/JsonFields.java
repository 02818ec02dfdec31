package dev.siteagent.digitalocean.api;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.ToNumberPolicy;
import com.google.gson.reflect.TypeToken;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads a JSON object of an answer; what must be there and is not makes the answer unreadable. */
final class JsonFields {
    private static final Gson PLAIN = new GsonBuilder()
            .setObjectToNumberStrategy(ToNumberPolicy.LONG_OR_DOUBLE)
            .create();

    private final JsonObject json;

    JsonFields(JsonObject json) {
        this.json = json;
    }

    /** Something in an answer is missing or of the wrong type. */
    static final class UnreadableException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnreadableException(String message) {
            super(message);
        }
    }

    long id() {
        JsonElement id = json.get("id");
        if (!isNumber(id)) {
            throw new UnreadableException("an id is missing");
        }
        // Through the digits: a long keeps what a double would round.
        try {
            return id.getAsBigDecimal().longValueExact();
        } catch (ArithmeticException notWhole) {
            throw new UnreadableException("an id is no 64-bit number");
        }
    }

    String text(String member) {
        return optionalText(member).orElseThrow(() -> new UnreadableException(member + " is missing"));
    }

    Optional<String> optionalText(String member) {
        JsonElement value = json.get(member);
        return value != null && value.isJsonPrimitive() ? Optional.of(value.getAsString()) : Optional.empty();
    }

    int number(String member) {
        return optionalNumber(member).map(Double::intValue).orElse(0);
    }

    Optional<Double> optionalNumber(String member) {
        JsonElement value = json.get(member);
        return isNumber(value) ? Optional.of(value.getAsDouble()) : Optional.empty();
    }

    boolean truth(String member, boolean otherwise) {
        JsonElement value = json.get(member);
        if (value == null
                || !value.isJsonPrimitive()
                || !value.getAsJsonPrimitive().isBoolean()) {
            return otherwise;
        }
        return value.getAsBoolean();
    }

    Optional<Instant> time(String member) {
        return optionalText(member).flatMap(text -> {
            try {
                return Optional.of(OffsetDateTime.parse(text).toInstant());
            } catch (DateTimeException notATime) {
                return Optional.empty();
            }
        });
    }

    Optional<JsonFields> object(String member) {
        JsonElement value = json.get(member);
        return value != null && value.isJsonObject()
                ? Optional.of(new JsonFields(value.getAsJsonObject()))
                : Optional.empty();
    }

    JsonFields requiredObject(String member) {
        return object(member).orElseThrow(() -> new UnreadableException(member + " is missing"));
    }

    /** The objects of a list; a missing list has none. */
    List<JsonFields> objects(String member) {
        List<JsonFields> objects = new ArrayList<>();
        for (JsonElement value : elements(member)) {
            if (value.isJsonObject()) {
                objects.add(new JsonFields(value.getAsJsonObject()));
            }
        }
        return objects;
    }

    List<JsonFields> requiredObjects(String member) {
        if (json.get(member) == null || !json.get(member).isJsonArray()) {
            throw new UnreadableException("the list " + member + " is missing");
        }
        return objects(member);
    }

    List<String> texts(String member) {
        List<String> texts = new ArrayList<>();
        for (JsonElement value : elements(member)) {
            if (value.isJsonPrimitive()) {
                texts.add(value.getAsString());
            }
        }
        return texts;
    }

    OptionalInt wholeNumber(String member) {
        return optionalNumber(member)
                .map(value -> OptionalInt.of(value.intValue()))
                .orElse(OptionalInt.empty());
    }

    /** Everything, as maps, lists, texts, numbers (whole ones as long) and booleans. */
    Map<String, Object> values() {
        return PLAIN.fromJson(json, new TypeToken<Map<String, Object>>() {});
    }

    private Iterable<JsonElement> elements(String member) {
        JsonElement value = json.get(member);
        return value != null && value.isJsonArray() ? value.getAsJsonArray() : List.of();
    }

    private static boolean isNumber(JsonElement value) {
        return value != null
                && value.isJsonPrimitive()
                && value.getAsJsonPrimitive().isNumber();
    }
}
