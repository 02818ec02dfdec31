package dev.siteagent.digitalocean.api;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What came back over HTTP, whatever it is.
 *
 * @param status HTTP status
 * @param headers headers by lower-case name; of repeated ones the first
 * @param body the body as text, empty when there was none
 */
record HttpReply(int status, Map<String, String> headers, String body) {
    boolean success() {
        return status >= 200 && status < 300;
    }

    RateStatus rate(Instant now) {
        return new RateStatus(
                status == 429,
                toInt(number("ratelimit-limit")),
                toInt(number("ratelimit-remaining")),
                reset(),
                retryAfter(now));
    }

    private Optional<Instant> reset() {
        OptionalLong seconds = number("ratelimit-reset");
        // Only times that a clock can show: a proxy may send seconds to wait, or anything else.
        return seconds.isPresent() && seconds.getAsLong() > 1_000_000_000L && seconds.getAsLong() < 100_000_000_000L
                ? Optional.of(Instant.ofEpochSecond(seconds.getAsLong()))
                : Optional.empty();
    }

    private Optional<Duration> retryAfter(Instant now) {
        OptionalLong seconds = number("retry-after");
        if (seconds.isPresent()) {
            return seconds.getAsLong() < 0 || seconds.getAsLong() > 86_400
                    ? Optional.empty()
                    : Optional.of(Duration.ofSeconds(seconds.getAsLong()));
        }
        return date(headers.getOrDefault("retry-after", "")).map(at -> Duration.between(now, at));
    }

    private OptionalLong number(String header) {
        String value = headers.getOrDefault(header, "").strip();
        // At most 18 digits fit into a long.
        return value.matches("-?[0-9]{1,18}") ? OptionalLong.of(Long.parseLong(value)) : OptionalLong.empty();
    }

    private static OptionalInt toInt(OptionalLong value) {
        return value.isPresent() && value.getAsLong() >= 0 && value.getAsLong() <= Integer.MAX_VALUE
                ? OptionalInt.of((int) value.getAsLong())
                : OptionalInt.empty();
    }

    private static Optional<Instant> date(String text) {
        try {
            return Optional.of(
                    ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.ENGLISH))
                            .toInstant());
        } catch (DateTimeException notADate) {
            return Optional.empty();
        }
    }
}
