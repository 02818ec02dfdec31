package dev.siteagent.sandbox.digitalocean;

import com.fasterxml.jackson.databind.JsonNode;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.Routes;

/** The paths of SSH keys. */
final class KeyApi {
    private final Keys keys;
    private final Tokens tokens;
    private final Shapes shapes;

    KeyApi(Keys keys, Tokens tokens, Shapes shapes) {
        this.keys = keys;
        this.tokens = tokens;
        this.shapes = shapes;
    }

    void addTo(Routes.Builder routes) {
        routes.get("/v2/account/keys", tokens.scoped("ssh_key:read", this::list))
                .post("/v2/account/keys", tokens.scoped("ssh_key:create", this::create))
                .get("/v2/account/keys/{key}", tokens.scoped("ssh_key:read", this::get))
                .put("/v2/account/keys/{key}", tokens.scoped("ssh_key:update", this::rename))
                .delete("/v2/account/keys/{key}", tokens.scoped("ssh_key:delete", this::delete));
    }

    private Response list(Request request) {
        return Pages.answer(request, "ssh_keys", keys.all(), shapes::key);
    }

    private Response create(Request request) {
        JsonNode body = DropletApi.object(request);
        SshKey key = keys.add(required(body, "name"), required(body, "public_key"));
        return Response.json(201, DropletApi.wrap("ssh_key", shapes.key(key)));
    }

    private Response get(Request request) {
        return Response.json(200, DropletApi.wrap("ssh_key", shapes.key(find(request))));
    }

    private Response rename(Request request) {
        SshKey renamed = keys.rename(find(request), required(DropletApi.object(request), "name"));
        return Response.json(200, DropletApi.wrap("ssh_key", shapes.key(renamed)));
    }

    private Response delete(Request request) {
        keys.remove(find(request));
        return Response.empty(204);
    }

    private SshKey find(Request request) {
        return keys.find(request.pathParameter("key")).orElseThrow(ApiProblem::notFound);
    }

    private static String required(JsonNode body, String name) {
        String value = CreateRules.text(body, name);
        return value == null ? "" : value;
    }
}
