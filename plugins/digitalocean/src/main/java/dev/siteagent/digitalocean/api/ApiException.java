package dev.siteagent.digitalocean.api;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A request to DigitalOcean that did not succeed; the subclass says why.
 *
 * <p>The message names the operation, keeps the provider's own words (cleaned and cut) and says what to do. It never
 * holds the token.
 */
public abstract sealed class ApiException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String operation;
    private final String providerMessage;
    private final boolean retryable;
    private final boolean outcomeOpen;

    private ApiException(Told told, String advice, boolean retryable, boolean outcomeOpen) {
        super(told.sentence(advice), told.cause());
        this.operation = told.operation();
        this.providerMessage = told.words();
        this.retryable = retryable;
        this.outcomeOpen = outcomeOpen;
    }

    /** Returns what was asked of DigitalOcean, for example {@code create droplet web-1}. */
    public final String operation() {
        return operation;
    }

    /** Returns the provider's own words, cleaned; empty when it sent none. */
    public final String providerMessage() {
        return providerMessage;
    }

    /** Returns whether the same request may succeed later without anybody changing anything. */
    public final boolean retryable() {
        return retryable;
    }

    /**
     * Returns true when the request may have taken effect although it failed here: it was sent, and the answer was lost
     * or unreadable. Such a write must be looked up before it is made again.
     */
    public final boolean mayHaveTakenEffect() {
        return outcomeOpen;
    }

    /**
     * What is known of a failed request.
     *
     * @param operation what was asked
     * @param problem what happened, in our words
     * @param words the provider's words, cleaned; may be empty
     * @param requestId DigitalOcean's id of the request, for its support; may be empty
     * @param cause the underlying failure; null when an answer came
     */
    record Told(String operation, String problem, String words, String requestId, Throwable cause) {
        Told {
            Objects.requireNonNull(operation, "operation");
            Objects.requireNonNull(problem, "problem");
            Objects.requireNonNull(words, "words");
            Objects.requireNonNull(requestId, "requestId");
        }

        private String sentence(String advice) {
            StringBuilder text =
                    new StringBuilder("Cannot ").append(operation).append(": ").append(problem);
            if (!words.isEmpty()) {
                text.append(" (DigitalOcean says: \"").append(words).append("\")");
            }
            text.append(". ").append(advice).append('.');
            if (!requestId.isEmpty()) {
                text.append(" [request ").append(requestId).append(']');
            }
            return text.toString();
        }
    }

    /** The token is not valid (any more): HTTP 401. */
    public static final class BadToken extends ApiException {
        private static final long serialVersionUID = 1L;

        BadToken(Told told) {
            super(told, "Set token in backend_settings to a valid API token", false, false);
        }
    }

    /** The token is valid but may not do this: HTTP 403. */
    public static final class MissingScope extends ApiException {
        private static final long serialVersionUID = 1L;
        private final String scope;

        MissingScope(Told told, String scope) {
            super(
                    told,
                    "Give the token the scope " + scope + ", or use a token that has it in backend_settings",
                    false,
                    false);
            this.scope = scope;
        }

        /** Returns the scope that is missing, for example {@code droplet:create}. */
        public String scope() {
            return scope;
        }
    }

    /** The account may not have more of it, for example more droplets. */
    public static final class QuotaReached extends ApiException {
        private static final long serialVersionUID = 1L;

        QuotaReached(Told told) {
            super(
                    told,
                    "Ask DigitalOcean to raise the limit of the account, or destroy what is no longer needed",
                    false,
                    false);
        }
    }

    /** DigitalOcean refuses what was asked: an invalid size, region, image, key … */
    public static final class Invalid extends ApiException {
        private static final long serialVersionUID = 1L;
        private final Subject subject;

        Invalid(Told told, Subject subject) {
            super(told, subject.advice, false, false);
            this.subject = subject;
        }

        /** Returns what the refusal is about. */
        public Subject subject() {
            return subject;
        }
    }

    /** What an {@link Invalid} request is wrong about. */
    public enum Subject {
        /** The size does not exist, or not in the region. */
        SIZE("Choose a size that the region offers"),
        /** The region does not exist or is closed. */
        REGION("Choose a region that is open"),
        /** The image does not exist, or not in the region. */
        IMAGE("Choose an image that the region offers"),
        /** An SSH key that does not exist or cannot be read. */
        SSH_KEY("Correct the SSH key"),
        /** The key is in the account already. */
        KEY_IN_USE("Use the key that is already in the account"),
        /** The droplet is as asked for already (on, off, of that size), or must be off for this. */
        STATE("Bring the droplet into the state that this needs"),
        /** Anything else. */
        OTHER("Correct the order or the settings");

        private final String advice;

        Subject(String advice) {
            this.advice = advice;
        }
    }

    /** There is no such thing in this account: HTTP 404 in DigitalOcean's own form. */
    public static final class NotFound extends ApiException {
        private static final long serialVersionUID = 1L;

        NotFound(Told told) {
            super(told, "Check the id, and that the token belongs to the account that has it", false, false);
        }
    }

    /** The droplet has an action in progress and takes no other. */
    public static final class Locked extends ApiException {
        private static final long serialVersionUID = 1L;

        Locked(Told told) {
            super(told, "It is tried again when the action in progress has ended", true, false);
        }
    }

    /** The request budget of the token is used up: HTTP 429. The request had no effect. */
    public static final class RateLimited extends ApiException {
        private static final long serialVersionUID = 1L;
        private final Duration retryAfter;

        RateLimited(Told told, Duration retryAfter) {
            super(told, "It is tried again in " + retryAfter.toSeconds() + " s", true, false);
            this.retryAfter = retryAfter;
        }

        /** Returns how long to wait before any request with this token, not negative. */
        public Duration retryAfter() {
            return retryAfter;
        }
    }

    /** No usable answer: time-out, connection lost, HTTP 5xx, or an answer that is not DigitalOcean's. */
    public static final class Unavailable extends ApiException {
        private static final long serialVersionUID = 1L;

        Unavailable(Told told, boolean outcomeOpen) {
            super(
                    told,
                    outcomeOpen
                            ? "It may have taken effect; that is looked up before it is tried again"
                            : "It is tried again",
                    true,
                    outcomeOpen);
        }
    }

    /** Returns how long to wait before trying again, where DigitalOcean told it. */
    public final Optional<Duration> retryAfterIfTold() {
        return this instanceof RateLimited limited ? Optional.of(limited.retryAfter()) : Optional.empty();
    }
}
