package dev.siteagent.core.observe;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.event.Level;

/** Hands events to a {@link LogSink}, their secrets taken out. */
final class SinkAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {
    private final LogSink sink;
    private final Redaction redaction;

    SinkAppender(LogSink sink, Redaction redaction) {
        this.sink = sink;
        this.redaction = redaction;
    }

    @Override
    protected void append(ILoggingEvent event) {
        Map<String, String> context = new LinkedHashMap<>();
        JsonLines.context(event).forEach((key, value) -> context.put(key, redaction.clean(value)));
        sink.take(new LogLine(
                event.getInstant(),
                Level.intToLevel(event.getLevel().toInt() / 1000),
                event.getLoggerName(),
                redaction.clean(event.getFormattedMessage()),
                context,
                event.getThreadName(),
                failure(event)));
    }

    private static Optional<Throwable> failure(ILoggingEvent event) {
        return event.getThrowableProxy() instanceof ThrowableProxy proxy
                ? Optional.of(proxy.getThrowable())
                : Optional.empty();
    }
}
