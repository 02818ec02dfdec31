package dev.siteagent.sandbox.digitalocean;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Body;
import dev.siteagent.sandbox.http.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

/** Calls a simulated DigitalOcean as a client would. */
final class Caller {
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI url;
    private final String token;

    Caller(DigitalOceanSandbox sandbox) {
        this(sandbox, sandbox.token());
    }

    Caller(DigitalOceanSandbox sandbox, String token) {
        this.url = sandbox.apiUrl();
        this.token = token;
    }

    /** An answer with its JSON, a missing node where it has no body. */
    record Answer(int status, JsonNode json, HttpResponse<byte[]> raw) {
        String message() {
            return json.path("message").asText();
        }

        String header(String name) {
            return raw.headers().firstValue(name).orElse(null);
        }
    }

    Answer get(String path) {
        return send("GET", path, new byte[0]);
    }

    Answer delete(String path) {
        return send("DELETE", path, new byte[0]);
    }

    Answer post(String path, JsonNode body) {
        return send("POST", path, body.toString().getBytes(StandardCharsets.UTF_8));
    }

    Answer send(String method, String path, byte[] body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
                .build();
        try {
            HttpResponse<byte[]> response = http.send(request, BodyHandlers.ofByteArray());
            return new Answer(response.statusCode(), Body.of(response.body()).json(), response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Returns the body of a valid create. */
    static ObjectNode wanted(String name) {
        return Json.object()
                .put("name", name)
                .put("region", "fra1")
                .put("size", "s-1vcpu-1gb")
                .put("image", "ubuntu-24-04-x64");
    }

    /** Creates a droplet and returns its id. */
    long create(String name, String... tags) {
        ObjectNode body = wanted(name);
        body.set("tags", Json.tree(tags));
        return post("/v2/droplets", body).json().path("droplet").path("id").asLong();
    }

    Answer act(long id, String type) {
        return post("/v2/droplets/" + id + "/actions", Json.object().put("type", type));
    }

    JsonNode droplet(long id) {
        return get("/v2/droplets/" + id).json().path("droplet");
    }

    String actionStatus(Answer begun) {
        long id = begun.json().path("action").path("id").asLong();
        return get("/v2/actions/" + id).json().path("action").path("status").asText();
    }
}
