package dev.siteagent.core.waldur;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What Waldur says when it refuses, out of the forms in which Django REST Framework says it. */
final class FailureText {
    private static final int LONGEST = 500;

    private FailureText() {}

    /**
     * Returns the reason in one line: the text under {@code detail}, else each field with what is wrong with it, at
     * most 500 characters; empty when the body is no JSON, since a page of HTML helps nobody.
     */
    static String of(WaldurJson json, String body) {
        JsonNode tree;
        try {
            tree = json.readTree(body);
        } catch (WaldurJson.MalformedJsonException notJson) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        collect("", tree, parts);
        String text = String.join("; ", parts).replaceAll("\\s+", " ").strip();
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
    }

    private static void collect(String name, JsonNode node, List<String> parts) {
        if (node.isObject()) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                collect(join(name, field.getKey()), field.getValue(), parts);
            }
        } else if (node.isArray()) {
            node.forEach(element -> collect(name, element, parts));
        } else if (node.isValueNode() && !node.isNull()) {
            parts.add(name.isEmpty() ? node.asText() : name + ": " + node.asText());
        }
    }

    /** Names without meaning for a reader, which say only that the message is about the whole, are left out. */
    private static String join(String outer, String name) {
        boolean whole = name.equals("detail") || name.equals("non_field_errors");
        if (whole) {
            return outer;
        }
        return outer.isEmpty() ? name : outer + "." + name;
    }
}
