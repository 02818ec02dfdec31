package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Request;
import java.util.List;

/** Trims an answer to what the parameters {@code field} name; without them, everything stays. */
final class Fields {
    private Fields() {}

    static ObjectNode trim(Request request, ObjectNode json) {
        List<String> fields = request.query().all("field");
        return fields.isEmpty() ? json : json.retain(fields);
    }
}
