package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.JsonNode;
import dev.siteagent.sandbox.http.MalformedBody;
import dev.siteagent.sandbox.http.Request;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/** The body of a request, validated field by field as Django REST Framework does. */
final class Input {
    private static final Pattern URL = Pattern.compile("(ldap|ldaps|http|https|ssh|rdp)://[^\\s/:]+(:[0-9]+)?(/\\S*)?");

    private final JsonNode body;

    private Input(JsonNode body) {
        this.body = body;
    }

    /** Reads a body that must be a JSON object; none at all stands for an empty one. */
    static Input of(Request request) {
        JsonNode body = tree(request);
        if (body.isMissingNode()) {
            return new Input(body);
        }
        if (!body.isObject()) {
            throw Refusals.invalid(
                    "non_field_errors", "Invalid data. Expected a dictionary, but got " + kind(body) + ".");
        }
        return new Input(body);
    }

    /** Reads a body that must be a JSON array of objects. */
    static List<Input> listOf(Request request) {
        JsonNode body = tree(request);
        if (!body.isArray()) {
            throw Refusals.invalid("non_field_errors", "Expected a list of items but got type \"" + kind(body) + "\".");
        }
        return items(body);
    }

    private static JsonNode tree(Request request) {
        JsonNode body;
        try {
            body = request.json();
        } catch (MalformedBody e) {
            throw Refusals.malformed();
        }
        boolean json = request.header("Content-Type").orElse("").startsWith("application/json");
        if (!body.isMissingNode() && !json) {
            throw new dev.siteagent.sandbox.http.Refusal(Refusals.detail(415, "Unsupported media type in request."));
        }
        return body;
    }

    private static List<Input> items(JsonNode array) {
        List<Input> items = new java.util.ArrayList<>();
        array.forEach(item -> items.add(new Input(item)));
        return items;
    }

    boolean has(String field) {
        return body.hasNonNull(field);
    }

    JsonNode raw(String field) {
        return body.path(field);
    }

    /** A text that must be there and not blank. */
    String text(String field, int longest) {
        if (body.path(field).isMissingNode()) {
            throw Refusals.required(field);
        }
        String text = optionalText(field, longest);
        if (text.isBlank()) {
            throw Refusals.invalid(field, "This field may not be blank.");
        }
        return text;
    }

    /** A text that must be there and may be blank. */
    String blankableText(String field, int longest) {
        if (body.path(field).isMissingNode()) {
            throw Refusals.required(field);
        }
        return optionalText(field, longest);
    }

    /** A text that may be missing: an empty one then. */
    String optionalText(String field, int longest) {
        JsonNode value = body.path(field);
        if (value.isMissingNode()) {
            return "";
        }
        if (value.isNull()) {
            throw Refusals.invalid(field, "This field may not be null.");
        }
        if (!value.isTextual() && !value.isNumber()) {
            throw Refusals.invalid(field, "Not a valid string.");
        }
        String text = value.asText();
        if (text.codePointCount(0, text.length()) > longest) {
            throw Refusals.invalid(field, "Ensure this field has no more than " + longest + " characters.");
        }
        return text;
    }

    UUID uuid(String field) {
        if (!has(field)) {
            throw Refusals.required(field);
        }
        return Ids.parse(body.get(field).asText()).orElseThrow(() -> Refusals.invalid(field, "Must be a valid UUID."));
    }

    String choice(String field, List<String> choices) {
        String value = text(field, 255);
        if (!choices.contains(value)) {
            throw Refusals.invalid(field, "\"" + value + "\" is not a valid choice.");
        }
        return value;
    }

    boolean flag(String field) {
        JsonNode value = body.path(field);
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw Refusals.invalid(field, "Must be a valid boolean.");
        }
        return value.asBoolean();
    }

    /** A map of whole numbers that must be there. */
    Map<String, Long> wholeNumbers(String field) {
        JsonNode value = object(field);
        Map<String, Long> numbers = new LinkedHashMap<>();
        value.properties().forEach(entry -> {
            if (!entry.getValue().isIntegralNumber() || !entry.getValue().canConvertToLong()) {
                throw Refusals.invalid(field, entry.getKey(), "A valid integer is required.");
            }
            numbers.put(entry.getKey(), entry.getValue().asLong());
        });
        return Map.copyOf(numbers);
    }

    /** A JSON object that must be there. */
    JsonNode object(String field) {
        JsonNode value = body.path(field);
        if (value.isMissingNode()) {
            throw Refusals.required(field);
        }
        if (!value.isObject()) {
            throw Refusals.invalid(field, "Expected a dictionary of items but got type \"" + kind(value) + "\".");
        }
        return value;
    }

    /** A list of objects that must be there. */
    List<Input> list(String field) {
        JsonNode value = body.path(field);
        if (value.isMissingNode()) {
            throw Refusals.required(field);
        }
        if (!value.isArray()) {
            throw Refusals.invalid(field, "Expected a list of items but got type \"" + kind(value) + "\".");
        }
        return items(value);
    }

    String url(String field) {
        String url = text(field, 200);
        if (!URL.matcher(url).matches()) {
            throw Refusals.invalid(field, "Enter a valid URL.");
        }
        return url;
    }

    private static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "list";
            case STRING -> "str";
            case NUMBER -> value.isIntegralNumber() ? "int" : "float";
            case BOOLEAN -> "bool";
            default -> "NoneType";
        };
    }
}
