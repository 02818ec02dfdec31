package dev.siteagent.sandbox.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A request as the log keeps it.
 *
 * @param sequence the place in the order of arrival, from 1
 * @param arrived when it came in, by the server's clock
 * @param method the method in capitals
 * @param path the path as sent, percent-encoded
 * @param query the query
 * @param headers all headers, names in any case; credentials are replaced by a short hash, see {@link RequestLog}
 * @param body the body, empty where there is none
 * @param status the status answered, empty while the request runs and where the connection was dropped
 * @param worked whether the service did its work: false while it runs and where a fault came before
 */
public record RecordedRequest(
        long sequence,
        Instant arrived,
        String method,
        String path,
        Query query,
        Map<String, List<String>> headers,
        Body body,
        OptionalInt status,
        boolean worked) {

    /**
     * Returns the body as a JSON tree, a missing node where it is empty.
     *
     * @throws MalformedBody if it is not valid UTF-8 or not JSON
     */
    public JsonNode json() {
        return body.json();
    }

    /** Returns method, path and status only: bodies may hold credentials. */
    @Override
    public String toString() {
        return "#" + sequence + " " + method + " " + path + " -> "
                + (status.isPresent() ? status.getAsInt() : "no answer");
    }
}
