package dev.siteagent.core.runtime;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * How often each mode runs. Immutable.
 *
 * @param byMode the period of each mode, more than 0
 */
public record Periods(Map<Mode, Duration> byMode) {
    private static final BigDecimal MILLIS_A_MINUTE = BigDecimal.valueOf(60_000);
    private static final BigDecimal LONGEST_MINUTES = BigDecimal.valueOf(525_600);

    /** Copies the map; every mode must have a period of more than 0. */
    public Periods {
        byMode = Map.copyOf(byMode);
        for (Mode mode : Mode.values()) {
            Duration period = Objects.requireNonNull(byMode.get(mode), mode.wireName());
            if (period.isZero() || period.isNegative()) {
                throw new IllegalArgumentException("the period of " + mode.wireName() + " must be more than 0");
            }
        }
    }

    /** Returns the period of a mode. */
    public Duration of(Mode mode) {
        return byMode.get(mode);
    }

    /**
     * Reads the periods from the environment: minutes, decimals allowed.
     *
     * @param environment a variable's name to its value, or null
     * @throws IllegalArgumentException when a variable is not a number of minutes; the message names it
     */
    public static Periods fromEnvironment(UnaryOperator<String> environment) {
        Map<Mode, Duration> periods = new EnumMap<>(Mode.class);
        for (Mode mode : Mode.values()) {
            String value = environment.apply(mode.periodVariable());
            periods.put(
                    mode,
                    value == null || value.isBlank()
                            ? Duration.ofMinutes(mode.defaultPeriodMinutes())
                            : minutes(mode.periodVariable(), value));
        }
        return new Periods(periods);
    }

    private static Duration minutes(String variable, String value) {
        try {
            BigDecimal minutes = new BigDecimal(value.strip());
            if (minutes.signum() > 0 && minutes.compareTo(LONGEST_MINUTES) <= 0) {
                return Duration.ofMillis(
                        Math.max(1, minutes.multiply(MILLIS_A_MINUTE).longValue()));
            }
        } catch (NumberFormatException e) {
            throw unusable(variable, value, e);
        }
        throw unusable(variable, value, null);
    }

    private static IllegalArgumentException unusable(String variable, String value, Throwable cause) {
        return new IllegalArgumentException(
                variable + " is '" + value + "'; it must be a number of minutes above 0 and up to " + LONGEST_MINUTES
                        + ", such as 5 or 0.5",
                cause);
    }
}
