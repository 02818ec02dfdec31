package dev.siteagent.core.config;

import java.nio.file.Path;
import java.util.Objects;

/**
 * One thing wrong with the configuration file. Never holds a secret or an interpolated value.
 *
 * @param severity how bad it is
 * @param file the configuration file as it was named
 * @param line the line, from 1; 0 when the problem is about the file as a whole
 * @param column the column in characters, from 1; 0 when the problem is about the file as a whole
 * @param path the key at fault, such as {@code offerings[0].backend_settings.token}; empty for the file as a whole
 * @param message what is wrong and what is allowed
 */
public record Problem(Severity severity, Path file, int line, int column, String path, String message) {
    /** Refuses nulls. */
    public Problem {
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(message, "message");
    }

    /** Returns {@code file:line:column: severity: path: message}, without the parts that are not known. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(file.toString());
        if (line > 0) {
            text.append(':').append(line).append(':').append(column);
        }
        text.append(": ").append(severity).append(": ");
        if (!path.isEmpty()) {
            text.append(path).append(": ");
        }
        return text.append(message).toString();
    }
}
