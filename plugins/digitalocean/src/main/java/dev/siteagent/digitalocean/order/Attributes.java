package dev.siteagent.digitalocean.order;

import dev.siteagent.spi.PermanentBackendException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a customer asked for: {@code attributes} laid over {@code options} key by key, empty values left out.
 *
 * <p>Values of the wrong type fail with the name of the attribute; the value of a text is never repeated, since it may be
 * user data.
 */
final class Attributes {
    private static final int LARGEST_EXPONENT = 30;

    private final Map<String, Object> values = new HashMap<>();

    Attributes(Map<String, Object> attributes, Map<String, Object> options) {
        putNonEmpty(options);
        putNonEmpty(attributes);
    }

    private void putNonEmpty(Map<String, Object> from) {
        from.forEach((key, value) -> {
            if (!isEmpty(value)) {
                values.put(key, value);
            }
        });
    }

    private static boolean isEmpty(Object value) {
        return value == null
                || (value instanceof String text && text.isBlank())
                || (value instanceof Collection<?> list && list.isEmpty());
    }

    /** Returns the keys that are not among the known ones, sorted. */
    Set<String> unknown(Set<String> known) {
        Set<String> unknown = new TreeSet<>(values.keySet());
        unknown.removeAll(known);
        return unknown;
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    /** Returns the first that is given, as text; numbers are written in digits. */
    Optional<String> text(String... keys) throws PermanentBackendException {
        Optional<String> key = Arrays.stream(keys).filter(values::containsKey).findFirst();
        return key.isEmpty() ? Optional.empty() : Optional.of(scalar(key.get(), values.get(key.get())));
    }

    /** Returns a whole number, given as number or in digits. */
    Optional<Long> number(String key) throws PermanentBackendException {
        Optional<String> text = text(key);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        if (!text.get().matches("[0-9]{1,18}")) {
            throw wrong(key, "a whole number but '" + shortened(text.get()) + "'");
        }
        return Optional.of(Long.valueOf(text.get()));
    }

    Optional<Boolean> truth(String key) throws PermanentBackendException {
        Object value = values.get(key);
        if (value == null) {
            return Optional.empty();
        }
        String text = value.toString().strip();
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return Optional.of(Boolean.valueOf(text));
        }
        throw wrong(key, "true or false");
    }

    /** Returns a list of texts; a single text stands for a list of one. */
    List<String> texts(String key) throws PermanentBackendException {
        Object value = values.get(key);
        if (value == null) {
            return List.of();
        }
        List<String> texts = new ArrayList<>();
        for (Object item : value instanceof Collection<?> list ? list : List.of(value)) {
            if (!isEmpty(item)) {
                texts.add(scalar(key, item));
            }
        }
        return texts;
    }

    private static String scalar(String key, Object value) throws PermanentBackendException {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof Number number) {
            return digits(number).orElseThrow(() -> wrong(key, "a number of usual size"));
        }
        throw wrong(key, "a text");
    }

    /** Empty for what is no number, and for one whose zeros alone would fill the memory. */
    private static Optional<String> digits(Number number) {
        try {
            BigDecimal exact = new BigDecimal(number.toString()).stripTrailingZeros();
            return Math.abs((long) exact.scale()) > LARGEST_EXPONENT
                    ? Optional.empty()
                    : Optional.of(exact.toPlainString());
        } catch (NumberFormatException notFinite) {
            return Optional.empty();
        }
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }

    private static PermanentBackendException wrong(String key, String expected) {
        return new PermanentBackendException(
                "The attribute " + key + " of the order is not " + expected + ". Correct it and order again");
    }
}
