package dev.siteagent.core.observe;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.encoder.Encoder;
import java.io.OutputStream;
import java.time.Clock;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The process's log: where it goes, in which form, from which level on. Set up in code, so that no file on the class path
 * decides what a distribution logs.
 *
 * <p>Thread-safe.
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
    private Optional<Repeats> repeats = Optional.empty();
    private final Set<String> named = new HashSet<>();

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
        LineAppender appender = new LineAppender(loggers, out, encoder);
        appender.setName("agent");
        appender.start();
        attach(appender);
    }

    private synchronized void attach(Appender<ILoggingEvent> appender) {
        Logger root = root();
        root.detachAndStopAllAppenders();
        repeats = Optional.empty();
        root.addAppender(appender);
    }

    /**
     * Writes the same warning or error again and again only in growing intervals from now on, until {@link #writeTo} is called
     * again: at once the first time, later with the number of those in between.
     *
     * @param clock the time
     */
    public synchronized void limitRepeats(Clock clock) {
        Repeats limit = new Repeats(clock);
        limit.setContext(loggers);
        Logger root = root();
        root.iteratorForAppenders().forEachRemaining(limit::addAppender);
        limit.start();
        root.addAppender(limit);
        limit.iteratorForAppenders().forEachRemaining(root::detachAppender);
        repeats = Optional.of(limit);
    }

    /** Writes what {@link #limitRepeats} has held back for long enough; to be called now and then. */
    public void tellRepeats() {
        limit().ifPresent(Repeats::tell);
    }

    /** Writes all that {@link #limitRepeats} has held back, and holds nothing back any more; to be called at the end. */
    public void tellAllRepeats() {
        limit().ifPresent(Repeats::end);
    }

    private synchronized Optional<Repeats> limit() {
        return repeats;
    }

    /**
     * Hands every line to somebody else, too, without its secrets. The sink is called by the thread that logs, so it must
     * not wait for anything; what it logs itself comes back to it.
     *
     * @param sink takes the lines
     * @return takes the sink away again
     */
    public synchronized Tap also(LogSink sink) {
        SinkAppender appender = new SinkAppender(sink, redaction);
        appender.setContext(loggers);
        appender.start();
        repeats.ifPresentOrElse(limit -> limit.addAppender(appender), () -> root().addAppender(appender));
        return () -> detach(appender);
    }

    private synchronized void detach(SinkAppender appender) {
        repeats.ifPresent(limit -> limit.detachAppender(appender));
        root().detachAppender(appender);
        appender.stop();
    }

    /** That somebody is handed the lines of the log. */
    @FunctionalInterface
    public interface Tap extends AutoCloseable {
        /** Hands over no more lines. */
        @Override
        void close();
    }

    /**
     * Sets the level from which on events are written, and no other level for any logger.
     *
     * @param name a Python level name, any case: {@code DEBUG}, {@code INFO}, {@code WARNING}, {@code ERROR}, {@code
     *     CRITICAL}; the last is {@code ERROR} here, which has nothing above it. Any other counts as {@code INFO}.
     */
    public void level(String name) {
        levels(name, Map.of());
    }

    /**
     * Sets the levels from which on events are written. May be called again while the agent runs: a logger that is not named
     * any more has the general level again. A library that would show secrets, such as the headers of requests, stays as
     * quiet as it is, whatever is wanted for it.
     *
     * @param general the level of all loggers, named as in {@link #level}
     * @param byLogger the levels of those loggers, and of what is below them, that have another
     */
    public synchronized void levels(String general, Map<String, String> byLogger) {
        Level level = parsed(general);
        named.forEach(logger -> loggers.getLogger(logger).setLevel(null));
        named.clear();
        root().setLevel(level);
        QUIET.forEach((logger, least) -> loggers.getLogger(logger).setLevel(higher(least, level)));
        byLogger.forEach((logger, wanted) -> {
            named.add(logger);
            loggers.getLogger(logger).setLevel(higher(least(logger), parsed(wanted)));
        });
    }

    private static Level parsed(String name) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "DEBUG" -> Level.DEBUG;
            case "WARNING", "WARN" -> Level.WARN;
            case "ERROR", "CRITICAL" -> Level.ERROR;
            default -> Level.INFO;
        };
    }

    /** Returns the least level that a logger may have: that of a quiet library that it is or is a part of. */
    private static Level least(String logger) {
        return QUIET.entrySet().stream()
                .filter(quiet -> (logger + ".").startsWith(quiet.getKey() + "."))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(Level.TRACE);
    }

    private static Level higher(Level one, Level other) {
        return one.isGreaterOrEqual(other) ? one : other;
    }

    private Logger root() {
        return loggers.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }
}
