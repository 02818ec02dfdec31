package dev.siteagent.core.observe;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.event.KeyValuePair;

/**
 * Writes each log event as one JSON object on one line, with the names that the Python agent's log has: {@code event},
 * {@code level} (lower case, {@code warning} in full), {@code logger}, {@code timestamp} (ISO 8601, UTC, microseconds)
 * and {@code exception}; between them the context of the event (offering, order, resource, backend_id, mode and
 * whatever else the MDC and the event's own pairs hold).
 *
 * <p>Own code rather than Logback's JSON encoder, which cannot rename its fields.
 */
final class JsonLines extends EncoderBase<ILoggingEvent> {
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSxxx").withZone(ZoneOffset.UTC);

    private final JsonFactory json = new JsonFactory();
    private final Redaction redaction;

    JsonLines(Redaction redaction) {
        this.redaction = redaction;
    }

    @Override
    public byte[] headerBytes() {
        return new byte[0];
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        ByteArrayOutputStream line = new ByteArrayOutputStream(256);
        try (JsonGenerator out = json.createGenerator(line)) {
            out.writeStartObject();
            out.writeStringField("event", redaction.clean(event.getFormattedMessage()));
            for (Map.Entry<String, String> entry : context(event).entrySet()) {
                out.writeStringField(entry.getKey(), redaction.clean(entry.getValue()));
            }
            out.writeStringField("level", level(event.getLevel()));
            out.writeStringField("logger", event.getLoggerName());
            out.writeStringField("timestamp", TIMESTAMP.format(event.getInstant()));
            if (event.getThrowableProxy() != null) {
                out.writeStringField(
                        "exception", redaction.clean(ThrowableProxyUtil.asString(event.getThrowableProxy())));
            }
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
        line.write('\n');
        return line.toByteArray();
    }

    @Override
    public byte[] footerBytes() {
        return new byte[0];
    }

    /** Returns the event's context, keys in alphabetical order but for the pairs of the event itself, which come last. */
    static Map<String, String> context(ILoggingEvent event) {
        Map<String, String> context = new LinkedHashMap<>();
        event.getMDCPropertyMap().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> context.put(entry.getKey(), String.valueOf(entry.getValue())));
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs != null) {
            pairs.forEach(pair -> context.put(pair.key, String.valueOf(pair.value)));
        }
        // The names of the line itself are not for the context to take.
        context.keySet().removeAll(List.of("event", "level", "logger", "timestamp", "exception"));
        return context;
    }

    private static String level(Level level) {
        return switch (level.toInt()) {
            case Level.ERROR_INT -> "error";
            case Level.WARN_INT -> "warning";
            case Level.INFO_INT -> "info";
            default -> "debug";
        };
    }
}
