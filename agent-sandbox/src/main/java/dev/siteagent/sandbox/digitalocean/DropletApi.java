package dev.siteagent.sandbox.digitalocean;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.Routes;
import java.util.List;

/** The paths of droplets and of what is done to them. */
final class DropletApi {
    private final Droplets droplets;
    private final CreateRules rules;
    private final Tags tags;
    private final Tokens tokens;
    private final Shapes shapes;

    DropletApi(Droplets droplets, CreateRules rules, Tags tags, Tokens tokens, Shapes shapes) {
        this.droplets = droplets;
        this.rules = rules;
        this.tags = tags;
        this.tokens = tokens;
        this.shapes = shapes;
    }

    void addTo(Routes.Builder routes) {
        routes.post("/v2/droplets", tokens.scoped("droplet:create", this::create))
                .get("/v2/droplets", tokens.scoped("droplet:read", this::list))
                .delete("/v2/droplets", tokens.scoped("droplet:delete", this::deleteByTag))
                .get("/v2/droplets/{id}", tokens.scoped("droplet:read", this::get))
                .delete("/v2/droplets/{id}", tokens.scoped("droplet:delete", this::delete))
                .post("/v2/droplets/{id}/actions", tokens.scoped("droplet:update", this::act))
                .get("/v2/droplets/{id}/actions", tokens.scoped("droplet:read", this::actions))
                .get("/v2/droplets/{id}/actions/{action}", tokens.scoped("droplet:read", this::actionOfDroplet))
                .get("/v2/actions/{action}", tokens.scoped("actions:read", this::action));
    }

    private Response create(Request request) {
        JsonNode body = object(request);
        if (!body.path("tags").isEmpty()) {
            tokens.require(request, "tag:create");
        }
        Droplets.Begun begun = droplets.create(rules.check(body));
        ObjectNode link = Json.object()
                .put("id", begun.action().id())
                .put("rel", "create")
                .put("href", Pages.url(request, "/v2/actions/" + begun.action().id()));
        ObjectNode answer = Json.object();
        answer.set("droplet", shown(request, begun.droplet()));
        answer.putObject("links").set("actions", Json.array().add(link));
        return Response.json(202, answer);
    }

    private Response list(Request request) {
        Slice slice = Slice.asked(request.query());
        if (request.query().first("tag_name").isPresent()) {
            tokens.require(request, "tag:read");
        }
        Page<Droplet> found = request.query()
                .first("tag_name")
                .map(tag -> droplets.listedByTag(tag, slice))
                .or(() -> request.query().first("name").map(name -> droplets.listedByName(name, slice)))
                .orElseGet(() -> droplets.listed(slice));
        return Pages.answer(request, "droplets", found, droplet -> shown(request, droplet));
    }

    private Response get(Request request) {
        Droplet droplet = droplets.find(id(request, "id")).orElseThrow(ApiProblem::notFound);
        return Response.json(200, wrap("droplet", shown(request, droplet)));
    }

    /** The droplet as the caller may see it: without {@code tag:read} there are no tags on it. */
    private ObjectNode shown(Request request, Droplet droplet) {
        ObjectNode node = shapes.droplet(droplet);
        if (!tokens.allows(request, "tag:read")) {
            node.set("tags", Json.array());
        }
        return node;
    }

    private Response delete(Request request) {
        if (!droplets.delete(id(request, "id"))) {
            throw ApiProblem.notFound();
        }
        return Response.empty(204);
    }

    private Response deleteByTag(Request request) {
        String tag = request.query()
                .first("tag_name")
                .filter(name -> !name.isEmpty())
                .orElseThrow(() -> new Unprocessable("tag_name is required"));
        String spelling = tags.find(tag).orElseThrow(ApiProblem::notFound);
        droplets.listedByTag(spelling, Slice.ALL).items().forEach(droplet -> droplets.delete(droplet.id()));
        return Response.empty(204);
    }

    private Response act(Request request) {
        JsonNode body = object(request);
        String type = CreateRules.text(body, "type");
        if (type == null) {
            throw new Unprocessable("type can't be blank");
        }
        JsonNode image = body.path("image");
        ActionRequest wanted = new ActionRequest(
                type,
                CreateRules.text(body, "size"),
                body.path("disk").asBoolean(false),
                CreateRules.text(body, "name"),
                image.isMissingNode() ? null : image.asText());
        Action action = droplets.act(id(request, "id"), wanted).orElseThrow(ApiProblem::notFound);
        return Response.json(201, wrap("action", shapes.action(action)));
    }

    private Response actions(Request request) {
        List<Action> found = droplets.actionsOf(id(request, "id"));
        if (found.isEmpty() && droplets.find(id(request, "id")).isEmpty()) {
            throw ApiProblem.notFound();
        }
        return Pages.answer(request, "actions", found, shapes::action);
    }

    private Response actionOfDroplet(Request request) {
        long dropletId = id(request, "id");
        Action action = droplets.action(id(request, "action"))
                .filter(found -> found.dropletId() == dropletId)
                .orElseThrow(ApiProblem::notFound);
        return Response.json(200, wrap("action", shapes.action(action)));
    }

    private Response action(Request request) {
        Action action = droplets.action(id(request, "action")).orElseThrow(ApiProblem::notFound);
        return Response.json(200, wrap("action", shapes.action(action)));
    }

    static ObjectNode wrap(String name, JsonNode value) {
        ObjectNode node = Json.object();
        node.set(name, value);
        return node;
    }

    /** Returns the body, which must be a JSON object. */
    static JsonNode object(Request request) {
        JsonNode body = request.json();
        if (!body.isObject()) {
            throw ApiProblem.badRequest("the body must be a JSON object");
        }
        return body;
    }

    /** Returns an id of the path; what is no number of 64 bits exists nowhere. */
    private static long id(Request request, String part) {
        try {
            return Long.parseLong(request.pathParameter(part));
        } catch (NumberFormatException e) {
            throw ApiProblem.notFound();
        }
    }
}
