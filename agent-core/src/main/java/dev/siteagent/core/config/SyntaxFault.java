package dev.siteagent.core.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.siteagent.core.config.YamlTree.SyntaxException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.reader.ReaderException;

/**
 * Turns what the YAML parser throws into words of our own. The parser's messages quote the lines of the file, which may
 * hold a token, so that none of their text is passed on.
 */
final class SyntaxFault {
    private static final Map<String, String> EXPLANATIONS = explanations();

    private SyntaxFault() {}

    private static Map<String, String> explanations() {
        Map<String, String> explanations = new LinkedHashMap<>();
        explanations.put(
                "mapping values are not allowed",
                "a ':' cannot stand here; check the indentation, or quote the" + " value when it holds ': '");
        explanations.put("could not find expected ':'", "a key without ':' behind it, or a text that needs quotes");
        explanations.put("expected <block end>", "this line fits none of the levels above it; check the indentation");
        explanations.put(
                "sequence entries are not allowed",
                "a list item '- ' cannot stand here; put it on a line of its" + " own");
        explanations.put("mapping keys are not allowed", "a key cannot stand here; put it on a line of its own");
        explanations.put("cannot start any token", "a value cannot begin with this character; quote it");
        explanations.put(
                "found unknown escape character",
                "no such escape behind '\\' in double quotes; use single" + " quotes or double the backslash");
        explanations.put("expected escape sequence", "an escape in double quotes that is not complete");
        explanations.put("found unexpected end of stream", "a quote or bracket that is opened is never closed");
        explanations.put(
                "found unexpected document separator", "a quote that is opened before this line is not closed");
        explanations.put("expected ',' or ']'", "a list in '[' … ']' lacks a comma or its end");
        explanations.put("expected ',' or '}'", "a mapping in '{' … '}' lacks a comma or its end");
        explanations.put("tag handle", "a value cannot begin with '!'; quote it");
        explanations.put("expected the node content", "a value is expected here");
        explanations.put("<document start>", "the document has ended above this line; check the indentation");
        explanations.put("indentation indicator", "the sign behind '|' or '>' is not valid");
        explanations.put("expected a comment or a line break", "nothing but a comment may follow on this line");
        return explanations;
    }

    static SyntaxException of(JsonProcessingException fault, String text) {
        if (fault.getCause() instanceof MarkedYAMLException marked) {
            return marked(marked, text);
        }
        if (fault.getCause() instanceof ReaderException reader) {
            String character = String.format("U+%04X", reader.getCodePoint());
            int index = text.indexOf(new String(Character.toChars(reader.getCodePoint())));
            return new SyntaxException(
                    Location.at(text, Math.max(0, index)),
                    "the control character " + character + " is not allowed in YAML; write it as an escape in double"
                            + " quotes");
        }
        Location location = location(fault.getLocation());
        if (fault instanceof StreamConstraintsException) {
            return new SyntaxException(location, "a key or value is too long, or too many are in each other");
        }
        return new SyntaxException(location, "not valid YAML; a key must be a single value");
    }

    private static SyntaxException marked(MarkedYAMLException fault, String text) {
        Mark mark = fault.getProblemMark() == null ? fault.getContextMark() : fault.getProblemMark();
        Location location = mark == null ? Location.NONE : new Location(mark.getLine() + 1, mark.getColumn() + 1);
        int tab = tabInIndentation(text, location.line());
        if (tab > 0) {
            return new SyntaxException(
                    new Location(location.line(), tab), "a tab in the indentation; YAML allows only spaces there");
        }
        String problem = fault.getProblem() == null ? "" : fault.getProblem();
        String explanation = EXPLANATIONS.entrySet().stream()
                .filter(entry -> problem.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("not valid YAML; quote the value when it is meant as text");
        return new SyntaxException(location, explanation);
    }

    /** Returns the column of the first tab before any other text of a line; 0 when there is none. */
    private static int tabInIndentation(String text, int line) {
        int start = 0;
        for (int current = 1; current < line && start >= 0; current++) {
            start = text.indexOf('\n', start) + 1;
            if (start == 0) {
                return 0;
            }
        }
        for (int i = start; i < text.length() && (text.charAt(i) == ' ' || text.charAt(i) == '\t'); i++) {
            if (text.charAt(i) == '\t') {
                return i - start + 1;
            }
        }
        return 0;
    }

    private static Location location(JsonLocation location) {
        return location == null || location.getLineNr() < 1
                ? Location.NONE
                : new Location(location.getLineNr(), Math.max(1, location.getColumnNr()));
    }
}
