package dev.siteagent.core.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.WriteTap;

/** Tells what the agent changes in Waldur, in words. */
final class WaldurNews implements WriteTap {
    private final Story story;
    private final String thing;
    private boolean introduced;

    /**
     * News for a story.
     *
     * @param story where to tell them
     * @param thing what customers order
     */
    WaldurNews(Story story, String thing) {
        this.story = story;
        this.thing = thing;
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
                    "writes the " + thing + "'s number "
                            + request.json().path("backend_id").asText()
                            + " into Waldur, before anything else can fail");
        } else if (path.endsWith("/set_backend_metadata/")) {
            story.tell(Actor.AGENT, metadata(request.json()));
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

    private String metadata(JsonNode body) {
        JsonNode networks = body.findPath("networks");
        if (networks.isMissingNode()) {
            return "tells Waldur what there is to know of the " + thing;
        }
        String address = networks.path("public_ipv4").asText("");
        String known = address.isEmpty() || address.equals("null") ? "no address yet" : "address " + address;
        return "tells Waldur where the " + thing + " is: " + known;
    }
}
