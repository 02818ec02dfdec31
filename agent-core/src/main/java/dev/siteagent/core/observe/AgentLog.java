package dev.siteagent.core.observe;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;

/**
 * The process's log: where it goes, in which form, from which level on. Set up in code, so that no file on the class path
 * decides what a distribution logs.
 *
 * <p>Call it from one thread, before the work starts; loggers themselves are thread-safe.
 */
public final class AgentLog {
    /**
     * Libraries that say more than an operator wants, or more than may be shown: the HTTP client of a plugin logs whole
     * headers, PF4J a stack trace for every bad jar that the agent has reported in one line already.
     */
    private static final Map<String, Level> QUIET = Map.of(
            "org.pf4j", Level.OFF,
            "org.hibernate", Level.WARN,
            "org.apache.http", Level.WARN,
            "com.myjeeva", Level.WARN,
            "org.jboss.logging", Level.WARN);

    private final LoggerContext loggers;
    private final Redaction redaction;

    /**
     * Takes over the loggers: whatever was configured before is dropped, and nothing is written until {@link #writeTo}.
     *
     * @param loggers Logback's context, the object behind {@link org.slf4j.LoggerFactory#getILoggerFactory()}
     * @param redaction what every line passes through
     */
    public AgentLog(LoggerContext loggers, Redaction redaction) {
        this.loggers = loggers;
        this.redaction = redaction;
        loggers.reset();
        level("INFO");
    }

    /** Returns what every line passes through, to be told of secrets. */
    public Redaction redaction() {
        return redaction;
    }

    /**
     * Writes every event to this stream from now on, and nowhere else. The stream is flushed after each line and never
     * closed.
     *
     * @param out where to
     * @param format in which form
     * @param colours whether lines for people are coloured
     */
    public void writeTo(OutputStream out, LogFormat format, boolean colours) {
        Encoder<ILoggingEvent> encoder =
                switch (format) {
                    case JSON -> new JsonLines(redaction);
                    case TEXT -> new ReadableLines(redaction, colours, ZoneId.systemDefault());
                };
        encoder.setContext(loggers);
        encoder.start();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setName("agent");
        appender.setContext(loggers);
        appender.setEncoder(encoder);
        appender.setOutputStream(new Unclosed(out));
        appender.start();
        Logger root = root();
        root.detachAndStopAllAppenders();
        root.addAppender(appender);
    }

    /**
     * Sets the level from which on events are written.
     *
     * @param name a Python level name, any case: {@code DEBUG}, {@code INFO}, {@code WARNING}, {@code ERROR}, {@code
     *     CRITICAL}; the last is {@code ERROR} here, which has nothing above it. Any other counts as {@code INFO}.
     */
    public void level(String name) {
        Level level =
                switch (name.toUpperCase(Locale.ROOT)) {
                    case "DEBUG" -> Level.DEBUG;
                    case "WARNING", "WARN" -> Level.WARN;
                    case "ERROR", "CRITICAL" -> Level.ERROR;
                    default -> Level.INFO;
                };
        root().setLevel(level);
        QUIET.forEach((logger, least) -> loggers.getLogger(logger).setLevel(higher(least, level)));
    }

    private static Level higher(Level one, Level other) {
        return one.isGreaterOrEqual(other) ? one : other;
    }

    private Logger root() {
        return loggers.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    /** Keeps a stopped appender from closing standard output. */
    private static final class Unclosed extends FilterOutputStream {
        Unclosed(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
