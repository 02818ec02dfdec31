package dev.siteagent.sandbox.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KubernetesSandboxTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String THINGS = "/apis/example.com/v1/namespaces/default/things";
    private static final ResourceType THING = ResourceType.defined("example.com", "v1", "Thing", "things");

    private final KubernetesSandbox cluster = KubernetesSandbox.start();
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        cluster.close();
        assertThat(cluster.failures()).isEmpty();
    }

    @Test
    void createdObjectHasAnIdentityAndAVersion() throws Exception {
        cluster.define(THING);
        Answer made = send("POST", THINGS, "{\"metadata\":{\"name\":\"one\"},\"spec\":{\"size\":1}}");

        assertThat(made.status).isEqualTo(201);
        assertThat(made.body.at("/metadata/uid").asText()).isNotEmpty();
        assertThat(made.body.at("/metadata/namespace").asText()).isEqualTo("default");
        assertThat(made.body.path("kind").asText()).isEqualTo("Thing");
        assertThat(send("GET", THINGS + "/one", "").body).isEqualTo(made.body);
        assertThat(send("POST", THINGS, "{\"metadata\":{\"name\":\"one\"}}").reason())
                .isEqualTo("AlreadyExists");
        assertThat(send("GET", THINGS + "/two", "").reason()).isEqualTo("NotFound");
    }

    @Test
    void definitionServesItsTypeAtOnce() throws Exception {
        assertThat(send("GET", THINGS, "").status).isEqualTo(404);
        send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", """
                {"metadata": {"name": "things.example.com"},
                 "spec": {"group": "example.com", "scope": "Namespaced", "names": {"kind": "Thing", "plural": "things"},
                          "versions": [{"name": "v1", "subresources": {"status": {}}}]}}
                """);

        Answer list = send("GET", THINGS, "");

        assertThat(list.status).isEqualTo(200);
        assertThat(list.body.path("kind").asText()).isEqualTo("ThingList");
        assertThat(list.body.path("items")).isEmpty();
    }

    @Test
    void statusAndAllElseAreWrittenApart() throws Exception {
        thing("one");
        merge(THINGS + "/one", "{\"spec\":{\"size\":2},\"status\":{\"state\":\"mine\"}}");
        merge(THINGS + "/one/status", "{\"spec\":{\"size\":3},\"status\":{\"state\":\"new\"}}");

        JsonNode object = send("GET", THINGS + "/one", "").body;

        assertThat(object.at("/spec/size").asInt()).isEqualTo(2);
        assertThat(object.at("/status/state").asText()).isEqualTo("new");
    }

    @Test
    void changeOfAnOlderVersionIsAConflict() throws Exception {
        JsonNode old = thing("one");
        merge(THINGS + "/one", "{\"spec\":{\"size\":2}}");
        String version = old.at("/metadata/resourceVersion").asText();
        String patch = "[{\"op\":\"replace\",\"path\":\"/metadata/resourceVersion\",\"value\":\"" + version
                + "\"},{\"op\":\"replace\",\"path\":\"/spec/size\",\"value\":3}]";

        assertThat(send("PATCH", THINGS + "/one", patch, "application/json-patch+json")
                        .reason())
                .isEqualTo("Conflict");
        assertThat(send("PUT", THINGS + "/one", old.toString()).reason()).isEqualTo("Conflict");
        assertThat(send("GET", THINGS + "/one", "").body.at("/spec/size").asInt())
                .isEqualTo(2);
    }

    @Test
    void patchOfAFieldThatIsGoneIsRefused() throws Exception {
        thing("one");
        String patch = "[{\"op\":\"remove\",\"path\":\"/spec/colour\"}]";

        assertThat(send("PATCH", THINGS + "/one", patch, "application/json-patch+json").status)
                .isEqualTo(422);
    }

    @Test
    void objectWithFinalizersGoesWhenTheLastOfThemDoes() throws Exception {
        thing("one");
        merge(THINGS + "/one", "{\"metadata\":{\"finalizers\":[\"example.com/mine\"]}}");
        send("DELETE", THINGS + "/one", "");
        assertThat(send("GET", THINGS + "/one", "")
                        .body
                        .at("/metadata/deletionTimestamp")
                        .asText())
                .isNotEmpty();

        merge(THINGS + "/one", "{\"metadata\":{\"finalizers\":[]}}");

        assertThat(send("GET", THINGS + "/one", "").status).isEqualTo(404);
    }

    @Test
    void whatAnOwnerOwnedGoesWithIt() throws Exception {
        String owner = thing("owner").at("/metadata/uid").asText();
        ObjectNode owned = Json.object();
        owned.putObject("metadata").putArray("ownerReferences").addObject().put("uid", owner);
        cluster.create(THING, "default", "owned", owned);
        thing("other");

        cluster.delete(THING, "default", "owner");

        assertThat(cluster.list(THING, "default"))
                .extracting(object -> object.at("/metadata/name").asText())
                .containsExactly("other");
    }

    @Test
    void watchTellsEveryChangeSinceAVersionAsItHappens() throws Exception {
        thing("before");
        String version =
                send("GET", THINGS, "").body.at("/metadata/resourceVersion").asText();
        thing("one");
        HttpResponse<InputStream> watch = http.send(
                request("GET", THINGS + "?watch=true&resourceVersion=" + version, "", "application/json"),
                HttpResponse.BodyHandlers.ofInputStream());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(watch.body(), StandardCharsets.UTF_8))) {
            assertThat(event(lines)).isEqualTo("ADDED one");
            merge(THINGS + "/one", "{\"spec\":{\"size\":2}}");
            assertThat(event(lines)).isEqualTo("MODIFIED one");
            merge(THINGS + "/one", "{\"spec\":{\"size\":2}}");
            cluster.create(ResourceType.SECRET, "default", "hidden", Json.object());
            send("DELETE", THINGS + "/one", "");
            assertThat(event(lines)).isEqualTo("DELETED one");
        }
    }

    @Test
    void selectorsAreRefusedAndNotIgnored() throws Exception {
        cluster.define(THING);

        assertThat(send("GET", THINGS + "?labelSelector=a%3Db", "").status).isEqualTo(400);
    }

    private static String event(BufferedReader lines) throws IOException {
        JsonNode event = MAPPER.readTree(lines.readLine());
        return event.path("type").asText() + " "
                + event.at("/object/metadata/name").asText();
    }

    private JsonNode thing(String name) throws IOException, InterruptedException {
        cluster.define(THING);
        return send("POST", THINGS, "{\"metadata\":{\"name\":\"" + name + "\"},\"spec\":{\"size\":1}}").body;
    }

    private void merge(String path, String patch) throws IOException, InterruptedException {
        assertThat(send("PATCH", path, patch, "application/merge-patch+json").status)
                .isEqualTo(200);
    }

    private record Answer(int status, JsonNode body) {
        String reason() {
            return body.path("reason").asText();
        }
    }

    private Answer send(String method, String path, String body) throws IOException, InterruptedException {
        return send(method, path, body, "application/json");
    }

    private Answer send(String method, String path, String body, String type) throws IOException, InterruptedException {
        HttpResponse<String> response =
                http.send(request(method, path, body, type), HttpResponse.BodyHandlers.ofString());
        return new Answer(response.statusCode(), MAPPER.readTree(response.body()));
    }

    private HttpRequest request(String method, String path, String body, String type) {
        return HttpRequest.newBuilder(URI.create(cluster.url() + path))
                .header("Content-Type", type)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
    }
}
