package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** Checks values against the schemas of an OpenAPI 3.0 description, as far as Waldur's own one goes. Immutable. */
final class SchemaCheck {
    private final JsonNode schemas;

    SchemaCheck(JsonNode schemas) {
        this.schemas = schemas;
    }

    /** What is thought of fields that a schema does not name. */
    enum Unknown {
        REPORTED,
        TOLERATED
    }

    void check(JsonNode given, JsonNode value, String where, Unknown unknown, List<String> violations) {
        JsonNode schema = resolve(given);
        if (value.isNull()
                && (schema.path("nullable").asBoolean()
                        || given.path("nullable").asBoolean())) {
            return;
        }
        for (JsonNode part : schema.path("allOf")) {
            check(part, value, where, unknown, violations);
        }
        checkAlternatives(schema.path("oneOf"), value, where, unknown, violations);
        checkAlternatives(schema.path("anyOf"), value, where, unknown, violations);
        checkEnum(schema, value, where, violations);
        switch (schema.path("type").asText()) {
            case "object" -> checkObject(schema, value, where, unknown, violations);
            case "array" -> checkArray(schema, value, where, unknown, violations);
            case "string" -> checkString(schema, value, where, violations);
            case "integer", "number" -> require(value.isNumber(), where, "a number", violations);
            case "boolean" -> require(value.isBoolean(), where, "a boolean", violations);
            default -> {
                // A schema without a type takes any value.
            }
        }
    }

    /** Checks the text of a query parameter, which stands for a value of any type. */
    void checkText(JsonNode given, String text, String where, List<String> violations) {
        JsonNode schema = resolve(given);
        checkEnum(schema, TextNode.valueOf(text), where, violations);
        switch (schema.path("type").asText()) {
            case "integer" -> require(text.matches("-?[0-9]+"), where, "a whole number", violations);
            case "number" -> require(text.matches("-?[0-9]+(\\.[0-9]+)?"), where, "a number", violations);
            case "boolean" -> require(text.equals("true") || text.equals("false"), where, "a boolean", violations);
            default -> checkString(schema, TextNode.valueOf(text), where, violations);
        }
    }

    private JsonNode resolve(JsonNode schema) {
        String reference = schema.path("$ref").asText();
        return reference.isEmpty() ? schema : schemas.path(reference.substring(reference.lastIndexOf('/') + 1));
    }

    private void checkAlternatives(
            JsonNode alternatives, JsonNode value, String where, Unknown unknown, List<String> violations) {
        if (alternatives.isEmpty()) {
            return;
        }
        for (JsonNode alternative : alternatives) {
            List<String> problems = new ArrayList<>();
            check(alternative, value, where, unknown, problems);
            if (problems.isEmpty()) {
                return;
            }
        }
        violations.add(where + ": fits none of the alternatives");
    }

    private static void checkEnum(JsonNode schema, JsonNode value, String where, List<String> violations) {
        JsonNode choices = schema.path("enum");
        if (choices.isEmpty()) {
            return;
        }
        for (JsonNode choice : choices) {
            if (choice.equals(value)) {
                return;
            }
        }
        violations.add(where + ": not one of the values of the contract");
    }

    private void checkObject(JsonNode schema, JsonNode value, String where, Unknown unknown, List<String> violations) {
        if (!value.isObject()) {
            violations.add(where + ": not an object");
            return;
        }
        for (JsonNode required : schema.path("required")) {
            if (!value.has(required.asText())) {
                violations.add(where + "." + required.asText() + ": missing");
            }
        }
        JsonNode properties = schema.path("properties");
        value.properties().forEach(field -> {
            JsonNode property = properties.path(field.getKey());
            String path = where + "." + field.getKey();
            if (!property.isMissingNode()) {
                check(property, field.getValue(), path, unknown, violations);
            } else if (unknown == Unknown.REPORTED && !properties.isEmpty()) {
                violations.add(path + ": the contract has no such field");
            }
        });
    }

    private void checkArray(JsonNode schema, JsonNode value, String where, Unknown unknown, List<String> violations) {
        if (!value.isArray()) {
            violations.add(where + ": not a list");
            return;
        }
        value.forEach(element -> check(schema.path("items"), element, where + "[]", unknown, violations));
    }

    private static void checkString(JsonNode schema, JsonNode value, String where, List<String> violations) {
        if (!value.isTextual()) {
            violations.add(where + ": not a text");
            return;
        }
        String text = value.asText();
        require(
                !schema.has("maxLength")
                        || text.length() <= schema.path("maxLength").asInt(),
                where,
                "a text short enough",
                violations);
        switch (schema.path("format").asText()) {
            case "uuid" -> require(Ids.parse(text).isPresent(), where, "a UUID", violations);
            case "date-time" -> require(isDateTime(text), where, "a time", violations);
            case "date" -> require(isDate(text), where, "a date", violations);
            default -> {
                // Other formats are not checked.
            }
        }
    }

    private static boolean isDateTime(String text) {
        try {
            OffsetDateTime.parse(text);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static boolean isDate(String text) {
        try {
            LocalDate.parse(text);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static void require(boolean holds, String where, String expected, List<String> violations) {
        if (!holds) {
            violations.add(where + ": not " + expected);
        }
    }
}
