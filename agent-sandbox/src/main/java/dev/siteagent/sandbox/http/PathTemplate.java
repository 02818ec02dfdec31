package dev.siteagent.sandbox.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A path with parts in braces, such as {@code /v2/droplets/{id}}: each stands for one non-empty segment. A slash at the end
 * counts. Immutable.
 */
public final class PathTemplate {
    private final String text;
    private final List<String> segments;

    private PathTemplate(String text) {
        this.text = text;
        this.segments = segments(text);
    }

    /**
     * Parses a template.
     *
     * @param text the template, starting with a slash
     */
    public static PathTemplate of(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("a path template starts with a slash, this does not: " + text);
        }
        return new PathTemplate(text);
    }

    /**
     * Compares a path with the template.
     *
     * @param path the path as sent, percent-encoded
     * @return the decoded values of the parts in braces, empty where the path does not fit
     */
    public Optional<Map<String, String>> match(String path) {
        List<String> parts = segments(path);
        if (parts.size() != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            String expected = segments.get(i);
            // A plus sign stands for itself in a path; only in a query it is a space.
            String actual = URLDecoder.decode(parts.get(i).replace("+", "%2B"), StandardCharsets.UTF_8);
            if (expected.startsWith("{") && expected.endsWith("}")) {
                if (actual.isEmpty()) {
                    return Optional.empty();
                }
                values.put(expected.substring(1, expected.length() - 1), actual);
            } else if (!expected.equals(actual)) {
                return Optional.empty();
            }
        }
        return Optional.of(values);
    }

    private static List<String> segments(String path) {
        return Arrays.asList(path.split("/", -1));
    }

    @Override
    public String toString() {
        return text;
    }
}
