package dev.siteagent.hobbyfarm;

import dev.siteagent.sandbox.digitalocean.DigitalOceanSandbox;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;

/** What somebody does at the cloud by hand. */
final class CloudConsole {
    private final DigitalOceanSandbox cloud;
    private final HttpClient http = HttpClient.newHttpClient();

    CloudConsole(DigitalOceanSandbox cloud) {
        this.cloud = cloud;
    }

    void act(long droplet, String action) {
        send("POST", "/v2/droplets/" + droplet + "/actions", "{\"type\":\"" + action + "\"}");
    }

    void destroy(long droplet) {
        send("DELETE", "/v2/droplets/" + droplet, "");
    }

    /** Returns how many SSH keys the account has. */
    int keys() {
        return send("GET", "/v2/account/keys?per_page=200", "").split("\"fingerprint\"", -1).length - 1;
    }

    record RegisteredKey(long id, String fingerprint) {}

    /** Registers an SSH key. */
    RegisteredKey registerKey(String name, String publicKey) {
        Map<?, ?> answer = Serialization.unmarshal(
                send(
                        "POST",
                        "/v2/account/keys",
                        "{\"name\":\"" + name + "\",\"public_key\":\"" + publicKey.strip() + "\"}"),
                Map.class);
        Map<?, ?> key = (Map<?, ?>) answer.get("ssh_key");
        return new RegisteredKey(
                ((Number) key.get("id")).longValue(), key.get("fingerprint").toString());
    }

    private String send(String method, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(cloud.apiUrl() + path))
                .header("Authorization", "Bearer " + cloud.token())
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() >= 300) {
                throw new AssertionError(method + " " + path + ": " + response.statusCode() + " " + response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
