package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.Routes;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What agents only tell: log lines, {@code /api/marketplace-site-agent-logs/}, and the outcomes of periodic policies,
 * {@code /api/marketplace-slurm-periodic-usage-policies/}. Used under the marketplace's lock.
 */
final class ReportStore {
    private static final List<String> LEVELS = List.of("CRITICAL", "DEBUG", "ERROR", "INFO", "WARNING");

    private final List<ObjectNode> lines = new ArrayList<>();
    private final List<ObjectNode> outcomes = new ArrayList<>();
    private final Marketplace marketplace;
    private final AgentStore agents;

    ReportStore(Marketplace marketplace, AgentStore agents) {
        this.marketplace = marketplace;
        this.agents = agents;
    }

    void addTo(Routes.Builder routes) {
        routes.post("/api/marketplace-site-agent-logs/", this::ship)
                .post(
                        "/api/marketplace-slurm-periodic-usage-policies/{uuid}/report-command-result/",
                        this::reportOutcome);
    }

    List<JsonNode> lines() {
        return List.copyOf(lines);
    }

    List<JsonNode> outcomes() {
        return List.copyOf(outcomes);
    }

    private Response ship(Request request) {
        ArrayNode stored = Json.array();
        for (Input line : Input.listOf(request)) {
            UUID identity = line.uuid("agent_identity_uuid");
            if (!agents.hasIdentity(identity)) {
                throw Refusals.invalid("agent_identity_uuid", "Object with this uuid does not exist.");
            }
            if (!line.raw("timestamp").isNumber()) {
                throw Refusals.invalid("timestamp", "A valid number is required.");
            }
            ObjectNode json = Json.object()
                    .put("uuid", Ids.hex(UUID.randomUUID()))
                    .put("agent_identity_uuid", Ids.hex(identity))
                    .put("level", line.choice("level", LEVELS))
                    .put("message", line.text("message", 100_000))
                    .put("module", line.text("module", 255))
                    .put("created", marketplace.now().toString());
            json.set("timestamp", line.raw("timestamp"));
            stored.add(json);
        }
        stored.forEach(line -> lines.add((ObjectNode) line));
        return Response.json(201, stored);
    }

    private Response reportOutcome(Request request) {
        String policy = Ids.parse(request.pathParameter("uuid"))
                .map(Ids::hex)
                .orElseThrow(() -> Refusals.unknown("SlurmPeriodicUsagePolicy"));
        Input input = Input.of(request);
        if (!input.has("success")) {
            throw Refusals.required("success");
        }
        outcomes.add(Json.object()
                .put("policy", policy)
                .put("resource_uuid", Ids.hex(input.uuid("resource_uuid")))
                .put("success", input.flag("success"))
                .put("error_message", input.optionalText("error_message", 100_000)));
        return Response.empty(200);
    }
}
