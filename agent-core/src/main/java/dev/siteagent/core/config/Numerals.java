package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Kind;
import dev.siteagent.core.config.Node.Scalar;
import dev.siteagent.core.config.ScalarTypes.MismatchException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;

/**
 * Numbers as YAML 1.1 writes them: {@code 60_000}, {@code 0x1f}, {@code 0b11}, and {@code 010} for eight. In quotes, or
 * where the text comes from the environment, a number is decimal.
 */
final class Numerals {
    /** More digits or larger exponents than any setting needs; unbounded ones take for ever to work with. */
    private static final int MOST_DIGITS = 100;

    private Numerals() {}

    static BigInteger wholeNumber(Scalar scalar) throws MismatchException {
        BigDecimal number;
        try {
            number = parse(scalar);
        } catch (NumberFormatException e) {
            throw new MismatchException("must be a whole number", e);
        }
        if (number.stripTrailingZeros().scale() > 0) {
            throw new MismatchException("must be a whole number");
        }
        return number.toBigIntegerExact();
    }

    static BigDecimal number(Scalar scalar) throws MismatchException {
        try {
            return parse(scalar);
        } catch (NumberFormatException e) {
            throw new MismatchException("must be a number", e);
        }
    }

    /** Returns an untyped number, or the text where Python would see one too ({@code 1e10} without a dot, {@code .inf}). */
    static Object untyped(Scalar scalar) {
        if (scalar.kind() == Kind.DECIMAL && !scalar.text().contains(".")) {
            return scalar.text();
        }
        BigDecimal number;
        try {
            number = parse(scalar);
        } catch (NumberFormatException e) {
            return scalar.text();
        }
        if (scalar.kind() == Kind.DECIMAL) {
            return number.doubleValue();
        }
        BigInteger whole = number.toBigInteger();
        if (whole.bitLength() < Integer.SIZE) {
            return whole.intValue();
        }
        return whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : whole;
    }

    private static BigDecimal parse(Scalar scalar) {
        String written = scalar.text().strip();
        if (written.length() > MOST_DIGITS) {
            throw new NumberFormatException("too long");
        }
        String digits = written.replace("_", "").toLowerCase(Locale.ROOT);
        boolean negative = digits.startsWith("-");
        String unsigned = negative || digits.startsWith("+") ? digits.substring(1) : digits;
        if (scalar.kind() == Kind.INTEGER && unsigned.length() > 1 && unsigned.startsWith("0")) {
            BigInteger magnitude = prefixed(unsigned);
            return new BigDecimal(negative ? magnitude.negate() : magnitude);
        }
        BigDecimal number = new BigDecimal(digits);
        if (Math.abs((long) number.scale()) > MOST_DIGITS) {
            throw new NumberFormatException("too large an exponent");
        }
        return number;
    }

    private static BigInteger prefixed(String unsigned) {
        return switch (unsigned.charAt(1)) {
            case 'x' -> new BigInteger(unsigned.substring(2), 16);
            case 'b' -> new BigInteger(unsigned.substring(2), 2);
            case 'o' -> new BigInteger(unsigned.substring(2), 8);
            default -> new BigInteger(unsigned, 8);
        };
    }
}
