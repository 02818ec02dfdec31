package dev.siteagent.core.orders;

import dev.siteagent.spi.BackendException;
import java.io.PrintWriter;
import java.io.StringWriter;

/** How much of a failure a customer may read: {@code expose_backend_error_details}. */
public enum ErrorExposure {
    /** The message and, for the provider's staff, the stack trace. */
    DETAILS,
    /** The message that a backend wrote for customers, or a fixed sentence; never a trace. */
    NOTHING;

    private static final String INTERNAL = "Internal backend error. Please contact the service provider.";
    private static final int LONGEST_TRACE = 16_000;

    /** Returns the exposure that the configuration asks for. */
    public static ErrorExposure of(boolean exposeDetails) {
        return exposeDetails ? DETAILS : NOTHING;
    }

    String message(Throwable failure) {
        if (failure instanceof BackendException) {
            return failure.getMessage();
        }
        if (this == NOTHING) {
            return INTERNAL;
        }
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    String trace(Throwable failure) {
        if (this == NOTHING) {
            return "";
        }
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        String trace = text.toString();
        return trace.length() > LONGEST_TRACE ? trace.substring(0, LONGEST_TRACE) + "…" : trace;
    }
}
