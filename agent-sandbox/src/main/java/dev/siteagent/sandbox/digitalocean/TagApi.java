package dev.siteagent.sandbox.digitalocean;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.Routes;
import java.util.ArrayList;
import java.util.List;

/** The paths of tags. */
final class TagApi {
    private final Tags tags;
    private final Droplets droplets;
    private final Tokens tokens;
    private final Shapes shapes;
    private final Habits habits;

    TagApi(Tags tags, Droplets droplets, Tokens tokens, Shapes shapes, Habits habits) {
        this.tags = tags;
        this.droplets = droplets;
        this.tokens = tokens;
        this.shapes = shapes;
        this.habits = habits;
    }

    void addTo(Routes.Builder routes) {
        routes.get("/v2/tags", tokens.scoped("tag:read", this::list))
                .post("/v2/tags", tokens.scoped("tag:create", this::create))
                .get("/v2/tags/{tag}", tokens.scoped("tag:read", this::get))
                .delete("/v2/tags/{tag}", tokens.scoped("tag:delete", this::delete))
                .post("/v2/tags/{tag}/resources", tokens.scoped("tag:create", this::assign))
                .delete("/v2/tags/{tag}/resources", tokens.scoped("tag:delete", this::unassign));
    }

    private Response list(Request request) {
        return Pages.answer(request, "tags", tags.all(), name -> shape(request, name));
    }

    private Response create(Request request) {
        String name = CreateRules.text(DropletApi.object(request), "name");
        String spelling = tags.declare(name == null ? "" : name);
        return Response.json(201, DropletApi.wrap("tag", shape(request, spelling)));
    }

    private Response get(Request request) {
        return Response.json(200, DropletApi.wrap("tag", shape(request, find(request))));
    }

    private Response delete(Request request) {
        String name = find(request);
        tags.remove(name);
        droplets.untagAll(name);
        return Response.empty(204);
    }

    private Response assign(Request request) {
        String name = find(request);
        for (long id : existing(request)) {
            droplets.tag(id, name);
        }
        return Response.empty(204);
    }

    private Response unassign(Request request) {
        String name = find(request);
        for (long id : existing(request)) {
            droplets.untag(id, name);
        }
        return Response.empty(204);
    }

    private String find(Request request) {
        return tags.find(request.pathParameter("tag")).orElseThrow(ApiProblem::notFound);
    }

    /** Returns the droplets that the body names, all of which must be there. */
    private List<Long> existing(Request request) {
        JsonNode resources = DropletApi.object(request).path("resources");
        if (!resources.isArray()) {
            throw new Unprocessable("resources must be a list");
        }
        List<Long> ids = new ArrayList<>();
        for (JsonNode resource : resources) {
            String id = resource.path("resource_id").asText();
            if (!resource.path("resource_type").asText().equals("droplet")) {
                throw new Unprocessable("only resources of the type droplet are simulated");
            }
            if (!id.matches("[0-9]{1,18}") || droplets.find(Long.parseLong(id)).isEmpty()) {
                throw ApiProblem.notFound();
            }
            ids.add(Long.parseLong(id));
        }
        return ids;
    }

    private ObjectNode shape(Request request, String name) {
        List<Droplet> tagged = droplets.listedByTag(name, Slice.ALL).items();
        String last = tagged.isEmpty()
                ? null
                : Pages.url(
                        request, "/v2/droplets/" + tagged.get(tagged.size() - 1).id());
        return shapes.tag(habits.spell(name), tagged.size(), last);
    }
}
