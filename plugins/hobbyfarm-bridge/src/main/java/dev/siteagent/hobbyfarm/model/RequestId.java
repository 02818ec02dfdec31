package dev.siteagent.hobbyfarm.model;

import java.util.regex.Pattern;

/**
 * The id of a request that backends put into messages, as {@code [request 5bde20e7]}: another one with every answer, so that
 * two messages that differ in nothing else say the same.
 */
public final class RequestId {
    private static final Pattern SUFFIX = Pattern.compile(" ?\\[request [^\\]]*\\]");

    private RequestId() {}

    /** Returns a message without the ids of requests in it. */
    public static String without(String message) {
        return SUFFIX.matcher(message).replaceAll("");
    }
}
