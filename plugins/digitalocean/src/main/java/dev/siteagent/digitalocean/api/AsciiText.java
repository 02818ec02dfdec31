package dev.siteagent.digitalocean.api;

import java.util.regex.Pattern;

/**
 * Carries any text through the client library, which turns its JSON into ISO-8859-1 bytes and so loses all but Western
 * European letters.
 *
 * <p>Each character outside ASCII goes in as the control character U+001F and four hex digits. JSON writes the control
 * character as a backslash and {@code u001f}, which {@link #restoreIn} recognises in the finished body. A U+001F or a
 * backslash of the text itself is written the same way, so nothing can be mistaken.
 */
final class AsciiText {
    private static final char MARK = '\u001f';
    private static final Pattern MARKED = Pattern.compile("\\\\u001f([0-9a-f]{4})");

    private AsciiText() {}

    /** Returns the text in ASCII; null stays null. */
    static String of(String text) {
        if (text == null || text.chars().allMatch(AsciiText::isPlain)) {
            return text;
        }
        StringBuilder ascii = new StringBuilder(text.length() * 2);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isPlain(c)) {
                ascii.append(c);
            } else {
                ascii.append(MARK).append(hex(c));
            }
        }
        return ascii.toString();
    }

    /** Returns the JSON body with every marked character back in place. */
    static String restoreIn(String json) {
        return MARKED.matcher(json).replaceAll(match -> {
            char c = (char) Integer.parseInt(match.group(1), 16);
            return c < 0x80 ? "\\\\u" + hex(c) : String.valueOf(c);
        });
    }

    private static boolean isPlain(int c) {
        return c < 0x7f && c != MARK && c != '\\';
    }

    private static String hex(char c) {
        return String.format("%04x", (int) c);
    }
}
