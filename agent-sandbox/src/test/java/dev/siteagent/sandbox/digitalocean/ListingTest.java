package dev.siteagent.sandbox.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ListingTest {
    private static final Clock STILL = Clock.fixed(Instant.parse("2026-03-01T10:00:00Z"), ZoneOffset.UTC);
    private static final String TAG = "waldur-resource:0123456789abcdef0123456789abcdef";
    private static final String TAG_QUERY = "/v2/droplets?tag_name=waldur-resource%3A0123456789abcdef0123456789abcdef";

    private final DigitalOceanSandbox sandbox =
            DigitalOceanSandbox.start(DigitalOceanSandbox.Options.usual().withClock(STILL));
    private final Caller caller = new Caller(sandbox);

    @AfterEach
    void close() {
        sandbox.close();
        assertThat(sandbox.failures()).isEmpty();
    }

    @Test
    void listsShowANewDropletLateWhileItsIdIsKnownAtOnce() {
        sandbox.habits().listingLag(Duration.ofSeconds(5));
        long id = caller.create("web-1", TAG);

        assertThat(caller.get(TAG_QUERY).json().path("droplets")).isEmpty();
        assertThat(caller.get("/v2/droplets").json().at("/meta/total").asInt()).isZero();
        assertThat(caller.get("/v2/droplets/" + id).status()).isEqualTo(200);

        sandbox.advance(Duration.ofSeconds(5));
        assertThat(caller.get(TAG_QUERY).json().at("/droplets/0/id").asLong()).isEqualTo(id);
    }

    @Test
    void everyDropletIsOnOnePageOfTheList() {
        for (int i = 0; i < 45; i++) {
            sandbox.addDroplet("web-" + i);
        }
        List<Long> ids = new ArrayList<>();
        String next = "/v2/droplets?per_page=20";
        int pages = 0;
        while (next != null) {
            JsonNode page = caller.get(next).json();
            page.path("droplets").forEach(droplet -> ids.add(droplet.path("id").asLong()));
            assertThat(page.at("/meta/total").asInt()).isEqualTo(45);
            JsonNode link = page.at("/links/pages/next");
            next = link.isMissingNode()
                    ? null
                    : link.asText().substring(sandbox.apiUrl().toString().length());
            pages++;
        }

        assertThat(pages).isEqualTo(3);
        assertThat(new HashSet<>(ids)).hasSize(45);
        assertThat(caller.get("/v2/droplets").json().path("droplets")).hasSize(20);
        assertThat(caller.get("/v2/droplets?page=9").json().path("droplets")).isEmpty();
    }

    @Test
    void pageHoldsTwoHundredAtMost() {
        for (int i = 0; i < 201; i++) {
            sandbox.addDroplet("web-" + i);
        }

        assertThat(caller.get("/v2/droplets?per_page=1000").json().path("droplets"))
                .hasSize(200);
    }

    @Test
    void listCanBeFilteredByTagAndByName() {
        long tagged = sandbox.addDroplet("web-1", TAG).id();
        sandbox.addDroplet("web-2", "other");

        assertThat(ids(TAG_QUERY)).containsExactly(tagged);
        assertThat(ids("/v2/droplets?tag_name=nobody-has-it")).isEmpty();
        assertThat(ids("/v2/droplets?name=web-1")).containsExactly(tagged);
    }

    @Test
    void tagKeepsItsFirstSpellingAndAnswersInAnother() {
        sandbox.addDroplet("web-1", "PROD");
        long second = caller.create("web-2", "prod");

        assertThat(caller.droplet(second).path("tags").toString()).isEqualTo("[\"PROD\"]");

        sandbox.habits().tagSpelling(tag -> tag.toLowerCase(Locale.ROOT));
        assertThat(caller.droplet(second).path("tags").toString()).isEqualTo("[\"prod\"]");
    }

    @Test
    void resourcesCanBeTaggedAndUntagged() {
        long id = sandbox.addDroplet("web-1").id();
        assertThat(caller.post("/v2/tags", Json.object().put("name", TAG)).status())
                .isEqualTo(201);
        ObjectNode resources = Json.object();
        resources
                .putArray("resources")
                .addObject()
                .put("resource_id", Long.toString(id))
                .put("resource_type", "droplet");
        String path = "/v2/tags/" + TAG + "/resources";

        assertThat(caller.post(path, resources).status()).isEqualTo(204);
        assertThat(ids(TAG_QUERY)).containsExactly(id);
        assertThat(caller.get("/v2/tags/" + TAG)
                        .json()
                        .at("/tag/resources/droplets/count")
                        .asInt())
                .isEqualTo(1);

        byte[] body = resources.toString().getBytes(StandardCharsets.UTF_8);
        assertThat(caller.send("DELETE", path, body).status()).isEqualTo(204);
        assertThat(ids(TAG_QUERY)).isEmpty();
        assertThat(caller.post("/v2/tags/unknown/resources", resources).status())
                .isEqualTo(404);
    }

    @Test
    void removedTagIsOnNoDroplet() {
        long id = sandbox.addDroplet("web-1", TAG).id();

        assertThat(caller.delete("/v2/tags/" + TAG).status()).isEqualTo(204);

        assertThat(caller.droplet(id).path("tags")).isEmpty();
        assertThat(caller.get("/v2/tags/" + TAG).status()).isEqualTo(404);
    }

    private List<Long> ids(String path) {
        List<Long> ids = new ArrayList<>();
        caller.get(path)
                .json()
                .path("droplets")
                .forEach(droplet -> ids.add(droplet.path("id").asLong()));
        return ids;
    }
}
