package dev.siteagent.sandbox.http;

/** A request body that is not what its handler asked for: invalid UTF-8, or not JSON. The message says which. */
public final class MalformedBody extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedBody(String message, Throwable cause) {
        super(message, cause);
    }
}
