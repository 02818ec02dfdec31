package dev.siteagent.core.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the host and the plugins say at WARN and ERROR, read from their sources. */
final class LogLines {
    private static final String LITERAL = "\"(?:[^\"\\\\]|\\\\.)*\"";
    private static final Pattern LOGGER = Pattern.compile("\\bLogger (\\w+)\\b");
    private static final Pattern FLUENT = Pattern.compile("\\.at(?:Warn|Error)\\(\\)");
    private static final Pattern ONE_LITERAL = Pattern.compile(LITERAL);

    private final Set<String> texts = new TreeSet<>();
    private final List<String> unreadable = new ArrayList<>();

    private LogLines() {}

    /** Reads all sources. */
    static LogLines read() throws IOException {
        LogLines lines = new LogLines();
        for (String module : List.of("agent-core", "plugins/digitalocean", "plugins/hobbyfarm-bridge")) {
            try (Stream<Path> files = Files.walk(Pages.ROOT.resolve(module + "/src/main/java"))) {
                for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                        .sorted()
                        .toList()) {
                    lines.read(file.getFileName().toString().replace(".java", ""), Files.readString(file));
                }
            }
        }
        return lines;
    }

    /** Reads one source, given by the name of its class. */
    static LogLines of(String type, String source) {
        LogLines lines = new LogLines();
        lines.read(type, source);
        return lines;
    }

    private void read(String type, String source) {
        if (FLUENT.matcher(source).find()) {
            unreadable.add(type + " logs by atWarn() or atError()");
        }
        Matcher call = calls(source).matcher(source);
        while (call.find()) {
            if (call.group("text").isEmpty() || !",)".contains(call.group("after"))) {
                unreadable.add(type + " logs a text that is no literal: " + call.group());
                continue;
            }
            StringBuilder text = new StringBuilder();
            Matcher part = ONE_LITERAL.matcher(call.group("text"));
            while (part.find()) {
                text.append(part.group(), 1, part.group().length() - 1);
            }
            String pattern = text.toString().replace("\\\"", "\"").replace("{}", "…");
            // One that is nothing but a place to fill in is known by its class, which stands before it in the log.
            texts.add(pattern.equals("…") ? type + " …" : pattern);
        }
    }

    /** Returns what finds calls of the loggers that a source declares, and of those that it gets on the spot. */
    private static Pattern calls(String source) {
        String loggers = Stream.concat(
                        Stream.of("getLogger\\([\\w.]+\\)"),
                        LOGGER.matcher(source).results().map(name -> name.group(1)))
                .distinct()
                .collect(Collectors.joining("|"));
        return Pattern.compile(
                "\\b(?:" + loggers + ")\\s*\\.(?:warn|error)\\(\\s*" + "(?<text>(?:" + LITERAL + "(?:\\s*\\+\\s*"
                        + LITERAL + ")*)?)(?<after>.)",
                Pattern.DOTALL);
    }

    /** Returns the texts, with … for what is filled in. */
    Set<String> texts() {
        return texts;
    }

    /** Returns calls of loggers that are written in a way this cannot read. */
    List<String> unreadable() {
        return unreadable;
    }
}
