package dev.siteagent.core.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command lines of the program that the pages show. */
public final class Snippets {
    private static final Pattern SPAN = Pattern.compile("`([^`]+)`");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");
    /** Where one command ends and another may begin. An escaped bar stands for alternatives. */
    private static final Pattern SEPARATOR = Pattern.compile(" && | ; | (?<!\\\\)\\| | -- ");

    private Snippets() {}

    /**
     * One command line.
     *
     * @param page where it stands
     * @param text as it stands there
     * @param words its arguments, without the program's name
     */
    public record Call(String page, String text, List<String> words) {}

    /** Returns every call of {@code site-agent} in code of the pages. */
    public static List<Call> calls() throws IOException {
        List<Call> calls = new ArrayList<>();
        for (Path page : Pages.all()) {
            for (String code : code(Files.readAllLines(page))) {
                for (String part : SEPARATOR.split(code.replaceFirst("(^| )# .*", ""), -1)) {
                    List<String> words = words(part.strip());
                    boolean isListing = part.contains("site-agent  ");
                    if (words.size() > 1 && !isListing && words.get(0).matches("(.*/)?site-agent")) {
                        String name = Pages.ROOT.relativize(page).toString();
                        calls.add(new Call(name, code, words.subList(1, words.size())));
                    }
                }
            }
        }
        return calls;
    }

    private static List<String> code(List<String> lines) {
        List<String> code = new ArrayList<>();
        boolean fenced = false;
        for (String line : lines) {
            if (line.startsWith("```")) {
                fenced = !fenced;
            } else if (fenced) {
                code.add(line);
            } else {
                SPAN.matcher(line).results().map(span -> span.group(1)).forEach(code::add);
            }
        }
        return code;
    }

    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(command.replaceFirst("^sudo( -u \\S+)? ", ""));
        while (word.find()) {
            words.add(word.group(1) != null ? word.group(1) : word.group(2) != null ? word.group(2) : word.group(3));
        }
        words.removeIf(found -> words.indexOf(found) == 0 && found.matches("[A-Z_]+=.*"));
        return words;
    }
}
