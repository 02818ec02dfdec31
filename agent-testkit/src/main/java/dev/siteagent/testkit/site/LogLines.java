package dev.siteagent.testkit.site;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.Marker;
import org.slf4j.helpers.FormattingTuple;
import org.slf4j.helpers.MessageFormatter;

/**
 * Keeps what is logged from {@code INFO} on, beside wherever else it goes. A filter and not an appender, so that it sees
 * what the levels of the test's own configuration hold back, without changing them.
 */
final class LogLines extends TurboFilter {
    private final List<Line> lines = new CopyOnWriteArrayList<>();
    private final LoggerContext loggers;

    private record Line(Level level, String text) {}

    private LogLines(LoggerContext loggers) {
        this.loggers = loggers;
    }

    static LogLines record() {
        ILoggerFactory loggers = LoggerFactory.getILoggerFactory();
        if (!(loggers instanceof LoggerContext context)) {
            throw new AssertionError("SLF4J is bound to " + loggers.getClass().getName()
                    + ", but the agent logs by Logback: take the other binding off the tests' class path");
        }
        LogLines lines = new LogLines(context);
        lines.setContext(context);
        lines.start();
        context.addTurboFilter(lines);
        return lines;
    }

    @Override
    public FilterReply decide(
            Marker marker, Logger logger, Level level, String format, Object[] arguments, Throwable thrown) {
        // Without a format somebody only asks whether a level is enabled.
        if (format != null && level.isGreaterOrEqual(Level.INFO)) {
            lines.add(new Line(level, text(level, format, arguments, thrown)));
        }
        return FilterReply.NEUTRAL;
    }

    private static String text(Level level, String format, Object[] arguments, Throwable thrown) {
        Map<String, String> context = MDC.getCopyOfContextMap();
        FormattingTuple message = MessageFormatter.arrayFormat(format, arguments);
        Throwable cause = thrown == null ? message.getThrowable() : thrown;
        StringWriter text = new StringWriter();
        text.append(level + " ")
                .append(message.getMessage())
                .append(context == null || context.isEmpty() ? "" : " " + context);
        if (cause != null) {
            text.append('\n');
            cause.printStackTrace(new PrintWriter(text, true));
        }
        return text.toString();
    }

    List<String> all() {
        return lines.stream().map(Line::text).toList();
    }

    List<String> problems() {
        return lines.stream()
                .filter(line -> line.level().isGreaterOrEqual(Level.WARN))
                .map(Line::text)
                .toList();
    }

    void close() {
        loggers.getTurboFilterList().remove(this);
        stop();
    }
}
