package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Kind;
import dev.siteagent.core.config.Node.Scalar;
import dev.siteagent.spi.Secret;
import dev.siteagent.spi.Setting;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** Makes objects of single values. Whether a value fits depends on the type wanted, not on how YAML would read it. */
final class ScalarTypes {
    /** A value that is not of the type. The message says what is allowed and never shows the value. */
    static final class MismatchException extends Exception {
        private static final long serialVersionUID = 1L;

        MismatchException(String message) {
            super(message);
        }

        MismatchException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private interface Conversion {
        Object convert(Scalar scalar) throws MismatchException;
    }

    private static final Pattern UUID_DIGITS = Pattern.compile(
            "(\\p{XDigit}{8})-?(\\p{XDigit}{4})-?(\\p{XDigit}{4})-?(\\p{XDigit}{4})-?(\\p{XDigit}{12})");
    private static final List<String> TRUE = List.of("true", "yes", "on", "y", "t", "1");
    private static final List<String> FALSE = List.of("false", "no", "off", "n", "f", "0");

    private final Map<Class<?>, Conversion> conversions = conversions();

    private static Map<Class<?>, Conversion> conversions() {
        Map<Class<?>, Conversion> conversions = new HashMap<>();
        conversions.put(String.class, Scalar::text);
        conversions.put(CharSequence.class, Scalar::text);
        conversions.put(Secret.class, scalar -> Secret.of(scalar.text()));
        conversions.put(Boolean.class, ScalarTypes::truth);
        conversions.put(boolean.class, ScalarTypes::truth);
        conversions.put(Integer.class, scalar -> (int) whole(scalar, Integer.MIN_VALUE, Integer.MAX_VALUE));
        conversions.put(int.class, conversions.get(Integer.class));
        conversions.put(Long.class, scalar -> whole(scalar, Long.MIN_VALUE, Long.MAX_VALUE));
        conversions.put(long.class, conversions.get(Long.class));
        conversions.put(Short.class, scalar -> (short) whole(scalar, Short.MIN_VALUE, Short.MAX_VALUE));
        conversions.put(short.class, conversions.get(Short.class));
        conversions.put(Byte.class, scalar -> (byte) whole(scalar, Byte.MIN_VALUE, Byte.MAX_VALUE));
        conversions.put(byte.class, conversions.get(Byte.class));
        conversions.put(BigInteger.class, Numerals::wholeNumber);
        conversions.put(BigDecimal.class, Numerals::number);
        conversions.put(Number.class, Numerals::number);
        conversions.put(Double.class, scalar -> Numerals.number(scalar).doubleValue());
        conversions.put(double.class, conversions.get(Double.class));
        conversions.put(Float.class, scalar -> Numerals.number(scalar).floatValue());
        conversions.put(float.class, conversions.get(Float.class));
        conversions.put(URI.class, ScalarTypes::uri);
        conversions.put(Duration.class, ScalarTypes::duration);
        conversions.put(UUID.class, ScalarTypes::uuid);
        conversions.put(ZoneId.class, ScalarTypes::zone);
        return conversions;
    }

    boolean supports(Class<?> type) {
        return conversions.containsKey(type) || type.isEnum();
    }

    Object convert(Scalar scalar, Class<?> type) throws MismatchException {
        return type.isEnum() ? constant(scalar, type) : conversions.get(type).convert(scalar);
    }

    private static Boolean truth(Scalar scalar) throws MismatchException {
        String word = scalar.text().strip().toLowerCase(Locale.ROOT);
        if (TRUE.contains(word) || FALSE.contains(word)) {
            return TRUE.contains(word);
        }
        throw new MismatchException("must be true or false (yes, no, on and off are the same)");
    }

    private static long whole(Scalar scalar, long least, long most) throws MismatchException {
        BigInteger number = Numerals.wholeNumber(scalar);
        if (number.compareTo(BigInteger.valueOf(least)) < 0 || number.compareTo(BigInteger.valueOf(most)) > 0) {
            throw new MismatchException("must be a whole number from " + least + " to " + most);
        }
        return number.longValueExact();
    }

    private static URI uri(Scalar scalar) throws MismatchException {
        try {
            return new URI(scalar.text().strip());
        } catch (URISyntaxException e) {
            throw new MismatchException("must be a URL", e);
        }
    }

    private static Duration duration(Scalar scalar) throws MismatchException {
        try {
            return Duration.parse(scalar.text().strip());
        } catch (DateTimeException e) {
            throw new MismatchException("must be a duration such as PT30S, PT5M or P1D (ISO 8601)", e);
        }
    }

    private static UUID uuid(Scalar scalar) throws MismatchException {
        return uuid(scalar.text())
                .orElseThrow(
                        () -> new MismatchException("must be a UUID: 32 hexadecimal digits, with or without dashes"));
    }

    /** Returns the UUID that a text is, with or without dashes; empty when it is none. */
    static Optional<UUID> uuid(String text) {
        java.util.regex.Matcher digits = UUID_DIGITS.matcher(text.strip());
        return digits.matches() ? Optional.of(UUID.fromString(digits.replaceAll("$1-$2-$3-$4-$5"))) : Optional.empty();
    }

    private static ZoneId zone(Scalar scalar) throws MismatchException {
        try {
            return ZoneId.of(scalar.text().strip());
        } catch (DateTimeException e) {
            String hint = scalar.interpolated() ? "" : NearestName.hint(scalar.text(), ZoneId.getAvailableZoneIds());
            throw new MismatchException("must be a time zone such as UTC or Europe/Tallinn" + hint, e);
        }
    }

    private static Object constant(Scalar scalar, Class<?> type) throws MismatchException {
        String wanted = enumKey(scalar.text().strip());
        for (Object constant : type.getEnumConstants()) {
            if (enumKey(wireName(constant)).equals(wanted)) {
                return constant;
            }
        }
        List<String> allowed = Arrays.stream(type.getEnumConstants())
                .map(ScalarTypes::wireName)
                .toList();
        String hint = scalar.interpolated() ? "" : NearestName.hint(scalar.text(), allowed);
        throw new MismatchException("must be one of " + String.join(", ", allowed) + hint);
    }

    private static String enumKey(String name) {
        return name.toLowerCase(Locale.ROOT).replace('-', '_');
    }

    /** Returns the name of a constant in the file: what {@link Setting} says, else its name in lower case. */
    static String wireName(Object constant) {
        Enum<?> value = (Enum<?>) constant;
        try {
            Setting setting = value.getDeclaringClass().getField(value.name()).getAnnotation(Setting.class);
            return setting == null || setting.name().isEmpty() ? value.name().toLowerCase(Locale.ROOT) : setting.name();
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(value.getDeclaringClass() + " lacks its own constant", e);
        }
    }

    /** Returns a value as YAML 1.1 reads it: null, Boolean, Integer, Long, BigInteger, Double or String. */
    static Object untyped(Scalar scalar) {
        return switch (scalar.kind()) {
            case NULL, BROKEN -> null;
            case BOOLEAN -> TRUE.contains(scalar.text().toLowerCase(Locale.ROOT));
            case INTEGER, DECIMAL -> Numerals.untyped(scalar);
            case TEXT -> scalar.text();
        };
    }

    /** Returns whether the kind of a value could be shown as it stands. */
    static boolean isPlain(Scalar scalar) {
        return scalar.kind() != Kind.BROKEN && !scalar.interpolated();
    }
}
