package dev.siteagent.core.config;

import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;

/** Takes the secrets of a file out of texts that are not our own: the messages of a plugin's classes. Not thread-safe. */
final class Redaction {
    /** Shorter values are in half of all words. */
    private static final int SHORTEST = 3;

    private final Set<String> concealed =
            new TreeSet<>(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    void conceal(String value) {
        String text = value.strip();
        if (text.length() >= SHORTEST) {
            concealed.add(text);
        }
    }

    /** Returns the text with each concealed value replaced, on one line. */
    String clean(String text) {
        String clean = text;
        for (String value : concealed) {
            clean = clean.replace(value, "***");
        }
        return clean.replaceAll("\\s+", " ").strip();
    }
}
