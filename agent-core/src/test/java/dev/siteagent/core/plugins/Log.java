package dev.siteagent.core.plugins;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Everything that the whole process logs while it is open. */
public final class Log implements AutoCloseable {
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    /** Opens it. */
    public Log() {
        events.start();
        root.addAppender(events);
    }

    /** Returns the events that an operator sees who only looks for trouble. */
    public List<ILoggingEvent> warnings() {
        return List.copyOf(events.list).stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .toList();
    }

    @Override
    public void close() {
        root.detachAppender(events);
    }
}
