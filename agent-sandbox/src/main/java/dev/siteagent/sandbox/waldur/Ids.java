package dev.siteagent.sandbox.waldur;

import java.util.Optional;
import java.util.UUID;

/** UUIDs as Waldur writes them, 32 hex digits, and reads them, with or without dashes. */
final class Ids {
    private Ids() {}

    static String hex(UUID uuid) {
        return uuid.toString().replace("-", "");
    }

    /** Returns the UUID, or nothing when the text is none. */
    static Optional<UUID> parse(String text) {
        String digits = text.replace("-", "");
        if (!digits.matches("[0-9a-fA-F]{32}")) {
            return Optional.empty();
        }
        return Optional.of(new UUID(
                Long.parseUnsignedLong(digits.substring(0, 16), 16), Long.parseUnsignedLong(digits.substring(16), 16)));
    }
}
