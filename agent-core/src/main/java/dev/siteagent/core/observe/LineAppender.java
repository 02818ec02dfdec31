package dev.siteagent.core.observe;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.encoder.Encoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes events to a stream, each in one piece. What cannot be written, since the disk is full or nobody reads, is lost, but
 * the next event is tried all the same; when one goes through again, a line before it says how many are missing. (Logback's
 * own appender is silent for good after one failure.)
 *
 * <p>Thread-safe.
 */
final class LineAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {
    private final LoggerContext loggers;
    private final OutputStream out;
    private final Encoder<ILoggingEvent> encoder;
    private final ReentrantLock lock = new ReentrantLock();
    private long missing;
    private String why = "";

    /**
     * Has written nothing yet.
     *
     * @param loggers the loggers that it is for
     * @param out where to; flushed after each event, and never closed
     * @param encoder makes a line of an event
     */
    LineAppender(LoggerContext loggers, OutputStream out, Encoder<ILoggingEvent> encoder) {
        this.loggers = loggers;
        this.out = out;
        this.encoder = encoder;
        setContext(loggers);
    }

    @Override
    protected void append(ILoggingEvent event) {
        byte[] line = encoder.encode(event);
        lock.lock();
        try {
            out.write(missing == 0 ? line : afterThoseMissing(line));
            out.flush();
            missing = 0;
        } catch (IOException e) {
            missing++;
            why = e.toString();
        } finally {
            lock.unlock();
        }
    }

    private byte[] afterThoseMissing(byte[] line) throws IOException {
        LoggingEvent event = new LoggingEvent(
                LineAppender.class.getName(),
                loggers.getLogger(LineAppender.class),
                Level.WARN,
                "{} lines of the log before this one could not be written: {}",
                null,
                new Object[] {missing, why});
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        // The last of them may have been written in part.
        lines.write('\n');
        lines.write(encoder.encode(event));
        lines.write(line);
        return lines.toByteArray();
    }
}
