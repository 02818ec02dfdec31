package dev.siteagent.core.waldur;

import java.net.http.HttpHeaders;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** The header {@code Retry-After}: seconds, or an HTTP date. */
final class RetryAfter {
    private RetryAfter() {}

    /** Returns how long the server asks to wait, never negative, or null when it does not say or not understandably. */
    static Duration of(HttpHeaders headers, Clock clock) {
        String value = headers.firstValue("Retry-After").map(String::strip).orElse("");
        if (value.isEmpty()) {
            return null;
        }
        if (value.length() <= 9 && value.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
            return Duration.ofSeconds(Long.parseLong(value));
        }
        try {
            Instant due = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            Duration wait = Duration.between(clock.instant(), due);
            return wait.isNegative() ? Duration.ZERO : wait;
        } catch (DateTimeException e) {
            return null;
        }
    }
}
