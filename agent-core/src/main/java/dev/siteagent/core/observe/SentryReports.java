package dev.siteagent.core.observe;

import dev.siteagent.spi.Secret;
import io.sentry.Breadcrumb;
import io.sentry.ILogger;
import io.sentry.SentryClient;
import io.sentry.SentryEvent;
import io.sentry.SentryLevel;
import io.sentry.SentryOptions;
import io.sentry.protocol.Message;
import io.sentry.protocol.SentryException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Sends the errors of the log to Sentry, each with its failure and the offering, order and mode that it is about. Sends
 * nothing of users, nor the name of the machine, and every text without its secrets.
 *
 * <p>Sending is done by a thread of Sentry's client with a queue of its own; what it cannot send is lost, and said in the log.
 * Thread-safe.
 */
public final class SentryReports implements LogSink, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SentryReports.class);
    private static final Duration LAST_SENDING = Duration.ofSeconds(3);
    private static final Duration LAST_MOMENT = Duration.ofMillis(500);
    private static final int TIMEOUT_MILLIS = 5000;
    private static final List<String> TAGS = List.of(LogLine.OFFERING, "order", "resource", "backend_id", "mode");

    private final SentryClient client;

    private SentryReports(SentryClient client) {
        this.client = client;
    }

    /**
     * Begins to send.
     *
     * @param dsn where to: the project's address with its key
     * @param proxy the proxy to go through, empty for none
     * @param release the agent's version
     * @param environment what Sentry files the errors under; empty for its own {@code production}
     * @param redaction takes secrets out
     * @return what takes the lines; empty, with a warning in the log, when the address is none that Sentry knows
     */
    public static Optional<SentryReports> open(
            Secret dsn, Optional<URI> proxy, String release, Optional<String> environment, Redaction redaction) {
        SentryOptions options = new SentryOptions();
        options.setDsn(dsn.reveal().strip());
        options.setRelease("site-agent@" + release);
        environment.ifPresent(options::setEnvironment);
        options.setAttachServerName(false);
        options.setAttachStacktrace(false);
        options.setSendModules(false);
        options.setEnableUncaughtExceptionHandler(false);
        options.setEnableShutdownHook(false);
        options.setEnableAutoSessionTracking(false);
        options.setConnectionTimeoutMillis(TIMEOUT_MILLIS);
        options.setReadTimeoutMillis(TIMEOUT_MILLIS);
        options.setShutdownTimeoutMillis(LAST_SENDING.toMillis());
        options.setFlushTimeoutMillis(LAST_MOMENT.toMillis());
        options.setDebug(true);
        options.setDiagnosticLevel(SentryLevel.WARNING);
        options.setLogger(new Complaints());
        options.setBeforeSend((event, hint) -> cleaned(event, redaction));
        proxy.ifPresent(address -> options.setProxy(proxy(address)));
        try {
            return Optional.of(new SentryReports(new SentryClient(options)));
        } catch (IllegalArgumentException e) {
            // Its message may quote the address, and the address holds a key.
            log.warn("sentry_dsn is no address that Sentry knows, so no errors are sent there; it is like"
                    + " https://KEY@HOST/PROJECT, and is found in the project's settings.");
            return Optional.empty();
        }
    }

    private static SentryOptions.Proxy proxy(URI address) {
        String port = Integer.toString(address.getPort() < 0 ? 80 : address.getPort());
        String account = address.getUserInfo();
        if (account == null) {
            return new SentryOptions.Proxy(address.getHost(), port);
        }
        String[] parts = account.split(":", 2);
        return new SentryOptions.Proxy(address.getHost(), port, parts[0], parts.length > 1 ? parts[1] : "");
    }

    @Override
    public void take(LogLine line) {
        if (line.level() != Level.ERROR) {
            return;
        }
        SentryEvent event = new SentryEvent(Date.from(line.at()));
        Message message = new Message();
        message.setFormatted(line.text());
        event.setMessage(message);
        event.setLevel(SentryLevel.ERROR);
        event.setLogger(line.logger());
        line.failure().ifPresent(event::setThrowable);
        TAGS.stream()
                .filter(line.context()::containsKey)
                .forEach(tag -> event.setTag(tag, line.context().get(tag)));
        client.captureEvent(event);
    }

    /** Waits 3 s for what is still to be sent, and half a second more for what is being sent. */
    @Override
    public void close() {
        client.close();
    }

    /** Takes secrets out of what Sentry's client has put together, such as the messages of failures. */
    private static SentryEvent cleaned(SentryEvent event, Redaction redaction) {
        Message message = event.getMessage();
        if (message != null && message.getFormatted() != null) {
            message.setFormatted(redaction.clean(message.getFormatted()));
        }
        List<SentryException> failures = event.getExceptions();
        if (failures != null) {
            failures.stream()
                    .filter(failure -> failure.getValue() != null)
                    .forEach(failure -> failure.setValue(redaction.clean(failure.getValue())));
        }
        Map<String, String> tags = event.getTags();
        if (tags != null) {
            tags.forEach((tag, value) -> event.setTag(tag, redaction.clean(value)));
        }
        event.setBreadcrumbs(List.<Breadcrumb>of());
        event.setRequest(null);
        event.setUser(null);
        event.setServerName(null);
        return event;
    }

    /** What Sentry's client has to complain of: below an error, so that it is not sent to Sentry in turn. */
    private static final class Complaints implements ILogger {
        @Override
        public void log(SentryLevel level, String message, Object... args) {
            if (isEnabled(level)) {
                log.warn("Sentry: {}", filled(message, args));
            }
        }

        @Override
        public void log(SentryLevel level, String message, Throwable failure) {
            if (isEnabled(level)) {
                log.warn("Sentry: {}", message, failure);
            }
        }

        @Override
        public void log(SentryLevel level, Throwable failure, String message, Object... args) {
            log(level, filled(message, args), failure);
        }

        /** The client's messages have places for values; not filled in here, since a bad one would throw. */
        private static String filled(String message, Object... args) {
            return args.length == 0 ? message : message + " " + Arrays.toString(args);
        }

        @Override
        public boolean isEnabled(SentryLevel level) {
            return level == SentryLevel.WARNING || level == SentryLevel.ERROR || level == SentryLevel.FATAL;
        }
    }
}
