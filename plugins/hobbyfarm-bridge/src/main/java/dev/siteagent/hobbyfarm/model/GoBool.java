package dev.siteagent.hobbyfarm.model;

import java.util.Optional;
import java.util.Set;

/** Truth values as Go's {@code strconv.ParseBool} reads them. */
public final class GoBool {
    private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
    private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False", "");

    private GoBool() {}

    /** Reads a value; an empty text is false, and what is no truth value is empty. */
    public static Optional<Boolean> parse(String text) {
        if (TRUE.contains(text)) {
            return Optional.of(true);
        }
        return FALSE.contains(text) ? Optional.of(false) : Optional.empty();
    }
}
