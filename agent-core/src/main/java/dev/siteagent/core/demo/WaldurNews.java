package dev.siteagent.core.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.WriteTap;

/** Tells what the agent changes in Waldur, in words. */
final class WaldurNews implements WriteTap {
    private final Story story;
    private boolean introduced;

    WaldurNews(Story story) {
        this.story = story;
    }

    @Override
    public void written(Request request, Response response) {
        String path = request.path();
        boolean order = path.startsWith("/api/marketplace-orders/");
        if (path.startsWith("/api/marketplace-site-agent-identities/")) {
            introduce();
        } else if (path.endsWith("/approve_by_provider/")) {
            story.tell(Actor.AGENT, "finds the order and accepts it");
        } else if (path.endsWith("/set_backend_id/") && order) {
            story.tell(Actor.AGENT, "notes with the order what it is about to do, so that a crash could not lose it");
        } else if (path.endsWith("/set_backend_id/")) {
            story.tell(
                    Actor.AGENT,
                    "writes the machine's number "
                            + request.json().path("backend_id").asText()
                            + " into Waldur, before anything else can fail");
        } else if (path.endsWith("/set_backend_metadata/")) {
            story.tell(Actor.AGENT, "tells Waldur where the machine is: " + addresses(request.json()));
        } else if (path.endsWith("/set_limits/")) {
            story.tell(Actor.AGENT, "tells Waldur the size that the machine has now");
        } else if (path.endsWith("/set_state_done/")) {
            story.tell(Actor.AGENT, "reports that the order is done");
        } else if (path.endsWith("/set_state_erred/")) {
            story.tell(
                    Actor.AGENT,
                    "reports that the order failed: "
                            + request.json().path("error_message").asText());
        }
    }

    private synchronized void introduce() {
        if (!introduced) {
            introduced = true;
            story.tell(Actor.AGENT, "starts and introduces itself to Waldur");
        }
    }

    private static String addresses(JsonNode body) {
        JsonNode networks = body.findPath("networks");
        String address = networks.path("public_ipv4").asText("");
        return address.isEmpty() || address.equals("null") ? "no address yet" : "address " + address;
    }
}
