package dev.siteagent.sandbox.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One answer.
 *
 * @param status the HTTP status
 * @param headers names to values, as they are to be sent
 * @param body the body, empty for none
 */
public record Response(int status, Map<String, List<String>> headers, Body body) {

    /** Makes an answer with a JSON body: a tree, record, map or list. */
    public static Response json(int status, Object body) {
        return of(status, "application/json; charset=utf-8", Body.of(Json.write(body)));
    }

    /** Makes an answer with a plain text body. */
    public static Response text(int status, String body) {
        return of(status, "text/plain; charset=utf-8", Body.of(body));
    }

    /** Makes an answer with an HTML body, as proxies send them. */
    public static Response html(int status, String body) {
        return of(status, "text/html; charset=utf-8", Body.of(body));
    }

    /** Makes an answer without a body. */
    public static Response empty(int status) {
        return new Response(status, Map.of(), Body.empty());
    }

    /** Makes an answer with a body of any type. */
    public static Response of(int status, String contentType, Body body) {
        return new Response(status, Map.of("Content-Type", List.of(contentType)), body);
    }

    /** Returns this answer with one more value of a header. */
    public Response with(String name, String value) {
        Map<String, List<String>> more = new LinkedHashMap<>(headers);
        List<String> values = new ArrayList<>(more.getOrDefault(name, List.of()));
        values.add(value);
        more.put(name, List.copyOf(values));
        return new Response(status, more, body);
    }

    Response withBody(Body other) {
        return new Response(status, headers, other);
    }

    @Override
    public String toString() {
        return "Response[" + status + ", " + body.size() + " bytes]";
    }
}
