package dev.siteagent.core.demo;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Tells the story: who does what, when, line by line as it happens. Thread-safe. */
final class Story {
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";

    private final PrintWriter out;
    private final boolean colours;
    private final UnaryOperator<String> redaction;
    private final Clock clock;
    private final Instant start;

    /**
     * A story that begins now.
     *
     * @param out where it is told
     * @param colours whether it is coloured
     * @param redaction takes secrets out of a text
     * @param clock the time
     */
    Story(PrintWriter out, boolean colours, UnaryOperator<String> redaction, Clock clock) {
        this.out = out;
        this.colours = colours;
        this.redaction = redaction;
        this.clock = clock;
        this.start = clock.instant();
    }

    /** Begins a part of the story. */
    synchronized void chapter(String title) {
        out.println();
        out.println(colours ? BOLD + title + PLAIN : title);
    }

    /** Tells what somebody does now. */
    synchronized void tell(Actor actor, String what) {
        String name = "%-12s".formatted(actor.title());
        out.println("%6s s  ".formatted(seconds(elapsed())) + (colours ? actor.colour() + name + PLAIN : name) + "  "
                + redaction.apply(what));
    }

    /** Says something outside of the time line. */
    synchronized void say(String text) {
        out.println(redaction.apply(text));
    }

    /** Returns the time since the story began. */
    Duration elapsed() {
        return Duration.between(start, clock.instant());
    }

    /** Returns a time as seconds with one decimal. */
    static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f", time.toMillis() / 1000.0);
    }
}
