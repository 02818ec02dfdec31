package dev.siteagent.sandbox.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Refusal;
import dev.siteagent.sandbox.http.Response;

/** Refusals as API servers send them: a Status with code, reason and message. */
final class Failure {
    private Failure() {}

    static Refusal notFound(String what) {
        return of(404, "NotFound", what + " not found");
    }

    static Refusal alreadyExists(String what) {
        return of(409, "AlreadyExists", what + " already exists");
    }

    static Refusal conflict(String what) {
        return of(409, "Conflict", what + " has been modified; the change is to be applied to its latest version");
    }

    static Refusal badRequest(String why) {
        return of(400, "BadRequest", why);
    }

    static Refusal invalid(String why) {
        return of(422, "Invalid", why);
    }

    static Refusal notAllowed(String method) {
        return of(405, "MethodNotAllowed", method + " is not served here");
    }

    private static Refusal of(int code, String reason, String message) {
        ObjectNode status = Json.object();
        status.put("kind", "Status");
        status.put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Failure");
        status.put("message", message);
        status.put("reason", reason);
        status.put("code", code);
        return new Refusal(Response.json(code, status));
    }
}
