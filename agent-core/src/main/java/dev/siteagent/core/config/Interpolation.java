package dev.siteagent.core.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * Replaces {@code ${env:NAME}} and {@code ${file:PATH}} in a text. A dollar sign before such an opening takes its meaning
 * away and goes itself. Anything else in such braces stays as it is, since user data may hold shell code. What is put in is
 * not looked through again.
 */
final class Interpolation {
    /** A reference that leads nowhere. The message names it and holds nothing of its content. */
    static final class UnresolvedException extends Exception {
        private static final long serialVersionUID = 1L;

        UnresolvedException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * A text after replacement.
     *
     * @param replaced whether anything came from outside of the file
     */
    record Text(String value, boolean replaced) {}

    private static final String OPEN = "${";
    private static final String ENVIRONMENT = "${env:";
    private static final String FILE = "${file:";
    private static final int MOST_BYTES = 1024 * 1024;

    private final Path folder;
    private final UnaryOperator<String> environment;

    /**
     * Prepares replacement for one configuration file.
     *
     * @param folder the folder that relative paths start from
     * @param environment gives the value of a variable, null when it is not set
     */
    Interpolation(Path folder, UnaryOperator<String> environment) {
        this.folder = folder;
        this.environment = environment;
    }

    Text of(String text) throws UnresolvedException {
        if (!text.contains(OPEN)) {
            return new Text(text, false);
        }
        StringBuilder result = new StringBuilder();
        boolean replaced = false;
        int at = 0;
        while (at < text.length()) {
            if (text.startsWith("$" + OPEN, at)) {
                result.append(OPEN);
                at += 3;
            } else if (text.startsWith(ENVIRONMENT, at) || text.startsWith(FILE, at)) {
                int end = text.indexOf('}', at);
                if (end < 0) {
                    throw unresolved("a '${' without its '}'; write '$${' for a literal '${'", null);
                }
                result.append(resolve(text.substring(at, end)));
                replaced = true;
                at = end + 1;
            } else {
                result.append(text.charAt(at));
                at++;
            }
        }
        return new Text(result.toString(), replaced);
    }

    private String resolve(String reference) throws UnresolvedException {
        return reference.startsWith(ENVIRONMENT)
                ? variable(reference.substring(ENVIRONMENT.length()))
                : content(reference.substring(FILE.length()));
    }

    private String variable(String name) throws UnresolvedException {
        String value = environment.apply(name);
        if (value == null) {
            throw unresolved("the environment variable " + Quoted.of(name) + " is not set", null);
        }
        return value;
    }

    private String content(String name) throws UnresolvedException {
        if (name.isBlank()) {
            throw unresolved("'${file:…}' names no file", null);
        }
        try {
            String text = FileText.read(folder.resolve(name), MOST_BYTES);
            if (text.endsWith("\n")) {
                return text.substring(0, text.length() - (text.endsWith("\r\n") ? 2 : 1));
            }
            return text;
        } catch (InvalidPathException e) {
            throw unresolved("the file name " + Quoted.of(name) + " is not valid on this system", e);
        } catch (FileText.UnusableFileException e) {
            String problem = String.format(Locale.ROOT, "the file %s %s", Quoted.of(name), e.getMessage());
            throw unresolved(problem, e);
        }
    }

    private static UnresolvedException unresolved(String message, Throwable cause) {
        return new UnresolvedException(message, cause);
    }
}
