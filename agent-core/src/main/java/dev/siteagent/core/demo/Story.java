package dev.siteagent.core.demo;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Tells the story: who does what, when, line by line as it happens. Thread-safe. */
final class Story {
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";

    private final PrintWriter out;
    private final boolean colours;
    private final Clock clock;
    private final Instant start;

    Story(PrintWriter out, boolean colours, Clock clock) {
        this.out = out;
        this.colours = colours;
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
                + what);
    }

    /** Says something outside of the time line. */
    synchronized void say(String text) {
        out.println(text);
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
