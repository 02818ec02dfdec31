package dev.siteagent.spi;

import java.util.Objects;

/**
 * A value that must never be shown: a token, a password, a private key.
 *
 * <p>Settings classes declare their secret settings with this type, so that no log line, error, metric or {@code
 * toString} can carry the value by accident. Only {@link #reveal()} gives it away, which makes every use easy to find.
 *
 * <p>Immutable and thread-safe.
 *
 * @since 1.0.0
 */
public final class Secret {
    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    /**
     * Wraps a secret text.
     *
     * @param value the secret text, not null, may be blank
     * @return the secret that holds it
     */
    public static Secret of(String value) {
        return new Secret(Objects.requireNonNull(value, "value"));
    }

    /** Returns the secret text itself, never null. */
    public String reveal() {
        return value;
    }

    /** Returns true when the text is empty or white space only, so that it cannot serve as a credential. */
    public boolean isBlank() {
        return value.isBlank();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && secret.value.equals(value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    /** Returns a fixed text that tells nothing of the value, not even its length. */
    @Override
    public String toString() {
        return "Secret[hidden]";
    }
}
