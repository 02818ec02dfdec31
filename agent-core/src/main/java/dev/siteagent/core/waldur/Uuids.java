package dev.siteagent.core.waldur;

import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** UUIDs as Waldur writes them: 32 hex digits, or with dashes. */
public final class Uuids {
    private Uuids() {}

    /**
     * Reads a UUID in either form, upper or lower case.
     *
     * @param text the UUID, not null
     * @return the UUID
     * @throws IllegalArgumentException when the text is no UUID
     */
    public static UUID parse(String text) {
        String digits = text.strip().replace("-", "");
        if (digits.length() != 32 || !digits.chars().allMatch(Uuids::isHexDigit)) {
            throw new IllegalArgumentException("Not a UUID: expected 32 hex digits, with or without dashes.");
        }
        return new UUID(
                Long.parseUnsignedLong(digits.substring(0, 16), 16), Long.parseUnsignedLong(digits.substring(16), 16));
    }

    /**
     * Reads the UUID at the end of an address by which Waldur refers to an object, {@code …/<uuid>/}.
     *
     * @param url the address, or null
     * @return the UUID, nothing for null
     * @throws IllegalArgumentException when the address ends in no UUID
     */
    static Optional<UUID> ofUrl(String url) {
        if (url == null) {
            return Optional.empty();
        }
        String path = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        return Optional.of(parse(path.substring(path.lastIndexOf('/') + 1)));
    }

    /** Writes a UUID as 32 lower-case hex digits, the form Waldur prefers. */
    public static String hex(UUID uuid) {
        return uuid.toString().replace("-", "").toLowerCase(Locale.ROOT);
    }

    private static boolean isHexDigit(int character) {
        return Character.digit(character, 16) >= 0 && character < 128;
    }
}
