package dev.siteagent.core.shipping;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.slf4j.event.Level;

/** Lines that wait to be sent, up to a number of bytes; the oldest go when there are more. Thread-safe. */
final class LineBuffer {
    /** What a line takes in memory beside its texts, about. */
    private static final int FRAME = 120;

    private final Deque<Line> lines = new ArrayDeque<>();
    private long mostBytes;
    private long bytes;
    private long dropped;

    /**
     * Holds nothing yet.
     *
     * @param mostBytes how much it may hold
     */
    LineBuffer(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /**
     * A line.
     *
     * @param at when
     * @param level how bad
     * @param text what
     * @param module who says it
     */
    record Line(Instant at, Level level, String text, String module) {
        /** Returns what it takes in memory, in bytes, about: two for each character. */
        long bytes() {
            return FRAME + 2L * (text.length() + module.length());
        }
    }

    /** Changes how much it may hold. */
    synchronized void limit(long newMostBytes) {
        mostBytes = newMostBytes;
        dropOldest();
    }

    synchronized void add(Line line) {
        lines.addLast(line);
        bytes += line.bytes();
        dropOldest();
    }

    /**
     * Takes the oldest lines out.
     *
     * @param atMost how many at most
     * @param atMostBytes how much they may hold together; a line that holds more is taken alone
     */
    synchronized List<Line> take(int atMost, long atMostBytes) {
        List<Line> taken = new ArrayList<>();
        long left = atMostBytes;
        while (taken.size() < atMost
                && !lines.isEmpty()
                && (taken.isEmpty() || lines.getFirst().bytes() <= left)) {
            Line line = lines.removeFirst();
            bytes -= line.bytes();
            left -= line.bytes();
            taken.add(line);
        }
        return taken;
    }

    /** Gives all lines up and returns how many they were. */
    synchronized int clear() {
        int count = lines.size();
        lines.clear();
        bytes = 0;
        return count;
    }

    /** Puts lines back that were taken, before those that have come since. */
    synchronized void putBack(List<Line> taken) {
        for (int i = taken.size() - 1; i >= 0; i--) {
            lines.addFirst(taken.get(i));
            bytes += taken.get(i).bytes();
        }
        dropOldest();
    }

    /** Returns how many were dropped since this was last asked. */
    synchronized long takeDropped() {
        long count = dropped;
        dropped = 0;
        return count;
    }

    synchronized int size() {
        return lines.size();
    }

    private void dropOldest() {
        while (bytes > mostBytes && !lines.isEmpty()) {
            bytes -= lines.removeFirst().bytes();
            dropped++;
        }
    }
}
