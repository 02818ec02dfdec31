package dev.siteagent.core.observe;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.spi.AppenderAttachable;
import ch.qos.logback.core.spi.AppenderAttachableImpl;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Hands events on to other appenders, and the same warning or error again and again only in growing intervals: at once the
 * first time, then after 10 s, 20 s, 40 s and so on up to an hour, with the number of those in between. A message that did
 * not come for two minutes is a new one when it comes again, so that what is said once a cycle is said every cycle.
 *
 * <p>The same is what a reader could not tell apart: logger, level, text, context (but for the ids of traces) and exception. Nothing is left out for
 * good: what is counted comes out by {@link #tell}, at the latest by {@link #end}. At most 1000 messages are remembered, and
 * fewer where they are long; the one that was quiet for the longest goes first, with its count.
 *
 * <p>Thread-safe.
 */
final class Repeats extends UnsynchronizedAppenderBase<ILoggingEvent> implements AppenderAttachable<ILoggingEvent> {
    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration FORGOTTEN = Duration.ofMinutes(2);
    private static final int MOST = 1000;
    private static final int MOST_CHARACTERS = 1_000_000;

    /** What OpenTelemetry adds to the context; it is another one at each attempt. */
    private static final Set<String> TRACE = Set.of("trace_id", "span_id", "trace_flags");

    private final AppenderAttachableImpl<ILoggingEvent> appenders = new AppenderAttachableImpl<>();
    private final Map<Message, Series> known = new LinkedHashMap<>(16, 0.75f, true);
    private final Clock clock;
    private int characters;
    private boolean ended;

    /**
     * Remembers nothing yet.
     *
     * @param clock the time, which decides when a message may come again
     */
    Repeats(Clock clock) {
        this.clock = clock;
        setName("repeats");
    }

    /** What makes a message the same as another. */
    private record Message(String logger, Level level, String text, Map<String, String> context, String failure) {
        /** Returns about how long it is; its context is short. */
        int characters() {
            return text.length() + failure.length();
        }

        static Message of(ILoggingEvent event) {
            IThrowableProxy thrown = event.getThrowableProxy();
            Map<String, String> context = new LinkedHashMap<>(JsonLines.context(event));
            context.keySet().removeAll(TRACE);
            return new Message(
                    event.getLoggerName(),
                    event.getLevel(),
                    event.getFormattedMessage(),
                    Map.copyOf(context),
                    thrown == null ? "" : thrown.getClassName() + ": " + thrown.getMessage());
        }
    }

    /** The same message over and over. */
    private static final class Series {
        private Duration interval = FIRST;
        private Instant writtenAt;
        private Instant seenAt;
        private int heldBack;
        private ILoggingEvent last;

        Series(Instant writtenAt) {
            this.writtenAt = writtenAt;
            this.seenAt = writtenAt;
        }

        /** Returns whether it is time to write it again. A clock that is set back does not silence it. */
        boolean due(Instant now) {
            return now.isBefore(writtenAt) || !now.isBefore(writtenAt.plus(interval));
        }

        boolean forgotten(Instant now) {
            return heldBack == 0 && (now.isBefore(seenAt) || !now.isBefore(seenAt.plus(FORGOTTEN)));
        }

        void holdBack(ILoggingEvent event, Instant now) {
            seenAt = now;
            heldBack++;
            last = event;
        }

        /** Returns the one event or what stands for those that were held back, at least one, and begins an interval. */
        ILoggingEvent release(Instant now, boolean justSeen) {
            ILoggingEvent event = heldBack == 1 && justSeen ? last : new RepeatedEvent(last, heldBack, writtenAt, now);
            Duration twice = interval.multipliedBy(2);
            interval = twice.compareTo(LONGEST) > 0 ? LONGEST : twice;
            writtenAt = now;
            heldBack = 0;
            last = null;
            return event;
        }
    }

    @Override
    protected void append(ILoggingEvent event) {
        // What depends on the thread is taken from it before another thread writes the event.
        event.prepareForDeferredProcessing();
        if (!event.getLevel().isGreaterOrEqual(Level.WARN)) {
            appenders.appendLoopOnAppenders(event);
            return;
        }
        List<ILoggingEvent> out = new ArrayList<>();
        synchronized (known) {
            Message message = Message.of(event);
            Instant now = clock.instant();
            Series series = known.get(message);
            if (ended) {
                out.add(event);
            } else if (series == null || series.forgotten(now)) {
                if (known.put(message, new Series(now)) == null) {
                    characters += message.characters();
                }
                out.add(event);
                evict(now, out);
            } else {
                series.holdBack(event, now);
                if (series.due(now)) {
                    out.add(series.release(now, true));
                }
            }
        }
        out.forEach(appenders::appendLoopOnAppenders);
    }

    /** Writes what is due. Called now and then, also when nothing is logged. */
    void tell() {
        release(false);
    }

    /** Writes every count that is left, and whatever comes from now on. */
    void end() {
        synchronized (known) {
            ended = true;
        }
        release(true);
    }

    /** Writes every count that is left, and stops the appenders. */
    @Override
    public void stop() {
        if (isStarted()) {
            super.stop();
            end();
            appenders.detachAndStopAllAppenders();
        }
    }

    private void release(boolean all) {
        List<ILoggingEvent> out = new ArrayList<>();
        synchronized (known) {
            Instant now = clock.instant();
            known.entrySet().removeIf(entry -> {
                boolean forgotten = entry.getValue().forgotten(now);
                characters -= forgotten ? entry.getKey().characters() : 0;
                return forgotten;
            });
            known.values().stream()
                    .filter(series -> series.heldBack > 0 && (all || series.due(now)))
                    .forEach(series -> out.add(series.release(now, false)));
        }
        out.forEach(appenders::appendLoopOnAppenders);
    }

    private void evict(Instant now, List<ILoggingEvent> out) {
        while (known.size() > MOST || (characters > MOST_CHARACTERS && !known.isEmpty())) {
            Iterator<Map.Entry<Message, Series>> eldest = known.entrySet().iterator();
            Map.Entry<Message, Series> quiet = eldest.next();
            eldest.remove();
            characters -= quiet.getKey().characters();
            if (quiet.getValue().heldBack > 0) {
                out.add(quiet.getValue().release(now, false));
            }
        }
    }

    @Override
    public void addAppender(Appender<ILoggingEvent> appender) {
        appenders.addAppender(appender);
    }

    @Override
    public Iterator<Appender<ILoggingEvent>> iteratorForAppenders() {
        return appenders.iteratorForAppenders();
    }

    @Override
    public Appender<ILoggingEvent> getAppender(String name) {
        return appenders.getAppender(name);
    }

    @Override
    public boolean isAttached(Appender<ILoggingEvent> appender) {
        return appenders.isAttached(appender);
    }

    @Override
    public void detachAndStopAllAppenders() {
        appenders.detachAndStopAllAppenders();
    }

    @Override
    public boolean detachAppender(Appender<ILoggingEvent> appender) {
        return appenders.detachAppender(appender);
    }

    @Override
    public boolean detachAppender(String name) {
        return appenders.detachAppender(name);
    }
}
