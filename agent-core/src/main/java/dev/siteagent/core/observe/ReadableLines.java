package dev.siteagent.core.observe;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.stream.Collectors;

/**
 * Writes log events as lines for people: local time, level, message, context, where it comes from. Control characters of
 * a message are shown and not sent to the terminal.
 */
final class ReadableLines extends EncoderBase<ILoggingEvent> {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");
    private static final String DIM = "\u001b[2m";
    private static final String RED = "\u001b[31m";
    private static final String YELLOW = "\u001b[33m";
    private static final String GREEN = "\u001b[32m";
    private static final String PLAIN = "\u001b[0m";

    private final Redaction redaction;
    private final boolean colours;
    private final ZoneId zone;

    ReadableLines(Redaction redaction, boolean colours, ZoneId zone) {
        this.redaction = redaction;
        this.colours = colours;
        this.zone = zone;
    }

    @Override
    public byte[] headerBytes() {
        return new byte[0];
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        StringBuilder line = new StringBuilder(160);
        line.append(coloured(DIM, TIME.format(event.getInstant().atZone(zone))))
                .append(' ')
                .append(coloured(colour(event.getLevel()), "%-5s".formatted(event.getLevel())))
                .append(' ')
                .append(visible(redaction.clean(event.getFormattedMessage())));
        String context = JsonLines.context(event).entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
        String origin = shortName(event.getLoggerName());
        line.append(coloured(
                        DIM,
                        "  [" + visible(redaction.clean(context.isEmpty() ? origin : origin + " " + context)) + "]"))
                .append('\n');
        if (event.getThrowableProxy() != null) {
            redaction
                    .clean(ThrowableProxyUtil.asString(event.getThrowableProxy()))
                    .lines()
                    .forEach(trace -> line.append(indented(trace)).append('\n'));
        }
        return line.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] footerBytes() {
        return new byte[0];
    }

    private String coloured(String colour, String text) {
        return colours ? colour + text + PLAIN : text;
    }

    private static String colour(Level level) {
        return switch (level.toInt()) {
            case Level.ERROR_INT -> RED;
            case Level.WARN_INT -> YELLOW;
            case Level.INFO_INT -> GREEN;
            default -> DIM;
        };
    }

    private static String shortName(String logger) {
        return logger.substring(logger.lastIndexOf('.') + 1);
    }

    /** The tab before each step of a trace stays, since it begins no line of the log. */
    private static String indented(String trace) {
        return trace.startsWith("\t") ? "\t" + visible(trace.substring(1)) : visible(trace);
    }

    private static String visible(String text) {
        return text.codePoints()
                .mapToObj(c -> Character.isISOControl(c) ? "\\u%04x".formatted(c) : Character.toString(c))
                .collect(Collectors.joining());
    }
}
