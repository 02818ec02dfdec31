package dev.siteagent.core.observe;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.event.Level;

/**
 * A line of the log; its texts are without secrets.
 *
 * @param at when
 * @param level how bad
 * @param logger who says it
 * @param text what
 * @param context what it is about: offering, order, resource and so on
 * @param thread the name of the thread that says it
 * @param failure the failure that it tells of; its messages have not lost their secrets
 */
public record LogLine(
        Instant at,
        Level level,
        String logger,
        String text,
        Map<String, String> context,
        String thread,
        Optional<Throwable> failure) {
    /** The key of {@link #context} for the name of the offering. */
    public static final String OFFERING = "offering";

    /** Copies the context and refuses nulls. */
    public LogLine {
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(level, "level");
        Objects.requireNonNull(logger, "logger");
        Objects.requireNonNull(text, "text");
        context = Map.copyOf(context);
        Objects.requireNonNull(thread, "thread");
        Objects.requireNonNull(failure, "failure");
    }

    /** Returns a text without the failure, whose messages may hold secrets. */
    @Override
    public String toString() {
        return "LogLine[" + at + " " + level + " " + logger + " " + text + " " + context + "]";
    }
}
