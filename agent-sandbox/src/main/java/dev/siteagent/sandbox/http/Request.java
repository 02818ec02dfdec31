package dev.siteagent.sandbox.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One request with its whole body.
 *
 * @param sequence the place of the request in the order of arrival at its server, from 1
 * @param arrived when it came in, by the server's clock
 * @param method the method in capitals, such as {@code GET}
 * @param path the path as sent, percent-encoded, without the query
 * @param pathParameters what the parts in braces of the route's template stand for, decoded; empty before routing
 * @param query the query
 * @param headers all headers, names in any case; holds the credentials as they came, so never print it
 * @param body the body, empty where there is none
 */
public record Request(
        long sequence,
        Instant arrived,
        String method,
        String path,
        Map<String, String> pathParameters,
        Query query,
        Map<String, List<String>> headers,
        Body body) {

    /**
     * Returns what a part in braces of the route's template stands for.
     *
     * @throws IllegalArgumentException if the template has no such part
     */
    public String pathParameter(String name) {
        String value = pathParameters.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the route of " + method + " " + path + " has no part {" + name + "}");
        }
        return value;
    }

    /** Returns the first value of a header, its name in any case; empty where it was not sent. */
    public Optional<String> header(String name) {
        return headers.getOrDefault(name, List.of()).stream().findFirst();
    }

    /** Returns true for the methods that ask for a change: POST, PUT, PATCH and DELETE. */
    public boolean isWrite() {
        return switch (method) {
            case "POST", "PUT", "PATCH", "DELETE" -> true;
            default -> false;
        };
    }

    /**
     * Returns the body as a JSON tree, a missing node where it is empty.
     *
     * @throws MalformedBody if it is not valid UTF-8 or not JSON
     */
    public JsonNode json() {
        return body.json();
    }

    Request withPathParameters(Map<String, String> parameters) {
        return new Request(sequence, arrived, method, path, parameters, query, headers, body);
    }

    /** Returns method and path only: headers hold credentials, bodies may. */
    @Override
    public String toString() {
        return "Request[" + sequence + " " + method + " " + path + "]";
    }
}
