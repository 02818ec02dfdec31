package dev.siteagent.core.observe;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggerContextVO;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;

/** The last of several events that said the same, and how often they did. */
final class RepeatedEvent implements ILoggingEvent {
    private final ILoggingEvent last;
    private final String text;
    private final Instant now;

    /**
     * Stands for them.
     *
     * @param last the last of them
     * @param count how many there were
     * @param since when the same was written before
     * @param now when this is written
     */
    RepeatedEvent(ILoggingEvent last, int count, Instant since, Instant now) {
        this.last = last;
        this.text = last.getFormattedMessage() + " (" + count + (count == 1 ? " time" : " times") + " more since "
                + since.truncatedTo(ChronoUnit.SECONDS) + ")";
        this.now = now;
    }

    @Override
    public String getFormattedMessage() {
        return text;
    }

    @Override
    public String getMessage() {
        return last.getMessage();
    }

    @Override
    public Object[] getArgumentArray() {
        return last.getArgumentArray();
    }

    @Override
    public Instant getInstant() {
        return now;
    }

    @Override
    public long getTimeStamp() {
        return now.toEpochMilli();
    }

    @Override
    public int getNanoseconds() {
        return now.get(ChronoField.NANO_OF_SECOND);
    }

    @Override
    public long getSequenceNumber() {
        return last.getSequenceNumber();
    }

    @Override
    public String getThreadName() {
        return last.getThreadName();
    }

    @Override
    public Level getLevel() {
        return last.getLevel();
    }

    @Override
    public String getLoggerName() {
        return last.getLoggerName();
    }

    @Override
    public LoggerContextVO getLoggerContextVO() {
        return last.getLoggerContextVO();
    }

    @Override
    public IThrowableProxy getThrowableProxy() {
        return last.getThrowableProxy();
    }

    @Override
    public StackTraceElement[] getCallerData() {
        return last.getCallerData();
    }

    @Override
    public boolean hasCallerData() {
        return last.hasCallerData();
    }

    @Override
    public List<Marker> getMarkerList() {
        return last.getMarkerList();
    }

    @Override
    public Map<String, String> getMDCPropertyMap() {
        return last.getMDCPropertyMap();
    }

    @Override
    @Deprecated
    public Map<String, String> getMdc() {
        return last.getMDCPropertyMap();
    }

    @Override
    public List<KeyValuePair> getKeyValuePairs() {
        return last.getKeyValuePairs();
    }

    @Override
    public void prepareForDeferredProcessing() {
        last.prepareForDeferredProcessing();
    }
}
