package dev.siteagent.testkit.site;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/** Keeps what is logged, beside wherever else it goes. */
final class LogLines extends AppenderBase<ILoggingEvent> {
    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
    private final Logger root;

    private LogLines(Logger root) {
        this.root = root;
    }

    static LogLines record() {
        ILoggerFactory loggers = LoggerFactory.getILoggerFactory();
        if (!(loggers instanceof LoggerContext context)) {
            throw new AssertionError("SLF4J is bound to " + loggers.getClass().getName()
                    + ", but the agent logs by Logback: take the other binding off the tests' class path");
        }
        LogLines lines = new LogLines(context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME));
        lines.setContext(context);
        lines.start();
        lines.root.addAppender(lines);
        return lines;
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.INFO)) {
            events.add(event);
        }
    }

    List<String> all() {
        return events.stream().map(LogLines::text).toList();
    }

    List<String> problems() {
        Stream<ILoggingEvent> problems =
                events.stream().filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN));
        return problems.map(LogLines::text).toList();
    }

    private static String text(ILoggingEvent event) {
        String thrown =
                event.getThrowableProxy() == null ? "" : "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy());
        return event.getLevel() + " " + event.getFormattedMessage() + " " + event.getMDCPropertyMap() + thrown;
    }

    void close() {
        root.detachAppender(this);
        stop();
    }
}
