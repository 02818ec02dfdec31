package dev.siteagent.sandbox.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** Changes of objects: JSON patch (RFC 6902, all but move and copy) and JSON merge patch (RFC 7396). */
final class Patches {
    private Patches() {}

    /** Applies a JSON patch to an object of the caller's own. */
    static void apply(ObjectNode object, JsonNode operations) {
        for (JsonNode operation : operations) {
            String pointer = operation.path("path").asText();
            int slash = pointer.lastIndexOf('/');
            if (slash < 0) {
                throw Failure.invalid("the whole object cannot be patched");
            }
            JsonNode parent = object.at(pointer.substring(0, slash));
            String field = pointer.substring(slash + 1).replace("~1", "/").replace("~0", "~");
            apply(parent, field, operation, pointer);
        }
    }

    private static void apply(JsonNode parent, String field, JsonNode operation, String pointer) {
        if (parent instanceof ObjectNode fields) {
            apply(fields, field, operation, pointer);
        } else if (parent instanceof ArrayNode items) {
            apply(items, field, operation, pointer);
        } else {
            throw Failure.invalid("there is nothing at " + pointer);
        }
    }

    private static void apply(ObjectNode parent, String field, JsonNode operation, String pointer) {
        String kind = operation.path("op").asText();
        if (!kind.equals("add") && !parent.has(field)) {
            throw Failure.invalid("there is nothing at " + pointer);
        }
        switch (kind) {
            case "add", "replace" -> parent.set(field, operation.path("value"));
            case "remove" -> parent.remove(field);
            case "test" -> requireEqual(parent.get(field), operation, pointer);
            default -> throw Failure.badRequest("the operation " + kind + " is not simulated");
        }
    }

    private static void apply(ArrayNode parent, String field, JsonNode operation, String pointer) {
        String kind = operation.path("op").asText();
        if (kind.equals("add") && field.equals("-")) {
            parent.add(operation.path("value"));
            return;
        }
        int index = field.matches("[0-9]{1,6}") ? Integer.parseInt(field) : Integer.MAX_VALUE;
        if (index > parent.size() || (index == parent.size() && !kind.equals("add"))) {
            throw Failure.invalid("there is nothing at " + pointer);
        }
        switch (kind) {
            case "add" -> parent.insert(index, operation.path("value"));
            case "replace" -> parent.set(index, operation.path("value"));
            case "remove" -> parent.remove(index);
            case "test" -> requireEqual(parent.get(index), operation, pointer);
            default -> throw Failure.badRequest("the operation " + kind + " is not simulated");
        }
    }

    private static void requireEqual(JsonNode value, JsonNode operation, String pointer) {
        if (!value.equals(operation.path("value"))) {
            throw Failure.invalid("a test failed at " + pointer);
        }
    }

    /** Applies a merge patch to an object of the caller's own. */
    static void merge(ObjectNode object, JsonNode changes) {
        for (Map.Entry<String, JsonNode> change : changes.properties()) {
            JsonNode value = change.getValue();
            if (value.isNull()) {
                object.remove(change.getKey());
            } else if (value instanceof ObjectNode fields) {
                ObjectNode child = object.get(change.getKey()) instanceof ObjectNode there
                        ? there
                        : object.putObject(change.getKey());
                merge(child, fields);
            } else {
                object.set(change.getKey(), value);
            }
        }
    }
}
