package dev.siteagent.core.orders;

import dev.siteagent.spi.BackendException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * How much of a failure a customer may read: {@code expose_backend_error_details}. Whatever it is, no text leaves the
 * process with a secret in it: a plugin's message can quote a request.
 *
 * @param details true for the message and, for the provider's staff, the stack trace; false for the message that a
 *     backend wrote for customers, or a fixed sentence, and never a trace
 * @param redaction takes secrets out of a text
 */
public record ErrorExposure(boolean details, UnaryOperator<String> redaction) {
    private static final String INTERNAL = "Internal backend error. Please contact the service provider.";
    private static final int LONGEST_TRACE = 16_000;

    /** Refuses null. */
    public ErrorExposure {
        Objects.requireNonNull(redaction, "redaction");
    }

    /** Returns a text of a plugin as it may be shown. */
    public String shown(String text) {
        return redaction.apply(text);
    }

    /** Returns what a customer may read of a failure. */
    public String message(Throwable failure) {
        if (failure instanceof BackendException) {
            return shown(failure.getMessage());
        }
        if (!details) {
            return INTERNAL;
        }
        return shown(failure.getMessage() == null ? failure.toString() : failure.getMessage());
    }

    /** Returns what the provider's staff may read of a failure: the stack trace, or nothing. */
    public String trace(Throwable failure) {
        if (!details) {
            return "";
        }
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        // Cleaned before it is cut: half a secret would not be known for one.
        String trace = shown(text.toString());
        return trace.length() > LONGEST_TRACE ? trace.substring(0, LONGEST_TRACE) + "…" : trace;
    }
}
