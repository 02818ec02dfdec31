package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Refusal;
import dev.siteagent.sandbox.http.Response;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The refusals of Django REST Framework and of Waldur's validators, in their own words. */
final class Refusals {
    private Refusals() {}

    static Refusal unauthenticated(String detail) {
        return new Refusal(detail(401, detail).with("WWW-Authenticate", "Token"));
    }

    static Refusal forbidden() {
        return new Refusal(detail(403, "You do not have permission to perform this action."));
    }

    static Refusal unknown(String model) {
        return new Refusal(detail(404, "No " + model + " matches the given query."));
    }

    static Refusal invalidPage() {
        return new Refusal(detail(404, "Invalid page."));
    }

    static Refusal malformed() {
        return new Refusal(detail(400, "JSON parse error - Expecting value: line 1 column 1 (char 0)"));
    }

    /** What a state machine answers to a step that its state does not allow. */
    static Refusal wrongState(String... valid) {
        return new Refusal(detail(
                409, Arrays.stream(valid).collect(Collectors.joining(", ", "Valid states for operation: ", "."))));
    }

    static Refusal invalid(String field, String problem) {
        ObjectNode body = Json.object();
        body.putArray(field).add(problem);
        return new Refusal(Response.json(400, body));
    }

    /** A problem inside a field that is a map or a list. */
    static Refusal invalid(String field, String inner, String problem) {
        ObjectNode body = Json.object();
        body.putObject(field).putArray(inner).add(problem);
        return new Refusal(Response.json(400, body));
    }

    static Refusal required(String field) {
        return invalid(field, "This field is required.");
    }

    static Response detail(int status, String detail) {
        return Response.json(status, Json.object().put("detail", detail));
    }
}
