package dev.siteagent.spi;

import java.util.Objects;

/**
 * What pending work must remember across a restart of the agent, as the backend's own text. The host stores it as the
 * order's backend id and gives it back unchanged; it is visible to people with access to the order, so it holds nothing
 * secret.
 *
 * @param text at most {@value #MAX_LENGTH} printable ASCII characters; empty when there is nothing to remember
 * @since 1.0.0
 */
public record Handle(String text) {
    /** The longest text that a handle may have. */
    public static final int MAX_LENGTH = 200;

    /** Nothing to remember. */
    public static final Handle NONE = new Handle("");

    /** Refuses a text that Waldur could not keep. */
    public Handle {
        Objects.requireNonNull(text, "text");
        if (text.length() > MAX_LENGTH || !text.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            throw new IllegalArgumentException(
                    "a handle is at most " + MAX_LENGTH + " printable ASCII characters, not: " + text);
        }
    }

    /** Returns whether there is nothing to remember. */
    public boolean isEmpty() {
        return text.isEmpty();
    }
}
