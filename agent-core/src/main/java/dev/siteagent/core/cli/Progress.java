package dev.siteagent.core.cli;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * The output of a command that may take long. At a terminal its last line says what the command is at and since when, once
 * that has taken a second; elsewhere there is no such line. Thread-safe; closing takes the line away.
 */
final class Progress implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final long REDRAWN_EVERY_MILLIS = 200;
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintWriter out;
    private final Clock clock;
    private final Runnable stop;
    private String step = "";
    private Instant begun = Instant.EPOCH;
    private boolean shown;

    /**
     * Output whose line is drawn when {@link #draw} is called.
     *
     * @param out where to
     * @param clock tells how long a step takes
     * @param stop stops whoever calls {@link #draw}
     */
    Progress(PrintWriter out, Clock clock, Runnable stop) {
        this.out = out;
        this.clock = clock;
        this.stop = stop;
    }

    /** Returns the output of a command, whose line is drawn again and again where there is a terminal that can. */
    static Progress of(Surroundings surroundings) {
        boolean dumb = surroundings.variable("TERM").filter("dumb"::equals).isPresent();
        if (!surroundings.terminal() || dumb) {
            return new Progress(surroundings.out(), Clock.systemUTC(), () -> {});
        }
        Pencil pencil = new Pencil(surroundings.out());
        pencil.start();
        return pencil.progress;
    }

    /** Draws the line as time goes by. */
    private static final class Pencil extends Thread {
        private final Progress progress;

        Pencil(PrintWriter out) {
            super("progress");
            setDaemon(true);
            this.progress = new Progress(out, Clock.systemUTC(), this::interrupt);
        }

        @Override
        public void run() {
            try {
                while (true) {
                    sleep(REDRAWN_EVERY_MILLIS);
                    progress.draw();
                }
            } catch (InterruptedException e) {
                // The command has ended, and this thread with it.
                interrupt();
            }
        }
    }

    /** Says what the command does from now on; an empty text for nothing that takes long. */
    synchronized void at(String newStep) {
        clear();
        step = newStep;
        begun = clock.instant();
    }

    /** Draws the line, when the step takes long. */
    synchronized void draw() {
        Duration taken = Duration.between(begun, clock.instant());
        if (!step.isEmpty() && taken.compareTo(PATIENCE) >= 0) {
            out.print(CLEAR_LINE + "  … " + step + ", " + taken.toSeconds() + " s");
            out.flush();
            shown = true;
        }
    }

    /** Writes a line of the output proper. */
    synchronized void println(String line) {
        clear();
        out.println(line);
    }

    private void clear() {
        if (shown) {
            out.print(CLEAR_LINE);
            out.flush();
            shown = false;
        }
    }

    @Override
    public void close() {
        stop.run();
        at("");
    }
}
