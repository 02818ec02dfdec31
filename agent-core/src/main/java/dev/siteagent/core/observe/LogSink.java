package dev.siteagent.core.observe;

/** Takes the lines of the log. Called by whichever thread logs; may neither wait nor throw. */
@FunctionalInterface
public interface LogSink {
    /** Takes a line. */
    void take(LogLine line);
}
