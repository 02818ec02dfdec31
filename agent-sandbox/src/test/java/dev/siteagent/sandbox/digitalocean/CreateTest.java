package dev.siteagent.sandbox.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Requests;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CreateTest {
    private static final Clock STILL = Clock.fixed(Instant.parse("2026-03-01T10:00:00Z"), ZoneOffset.UTC);

    private final DigitalOceanSandbox sandbox =
            DigitalOceanSandbox.start(DigitalOceanSandbox.Options.usual().withClock(STILL));
    private final Caller caller = new Caller(sandbox);

    @AfterEach
    void close() {
        sandbox.close();
        assertThat(sandbox.failures()).isEmpty();
    }

    @Test
    void newDropletIsLockedAndHasNoAddressUntilItHasBooted() {
        sandbox.habits().bootDuration(Duration.ofSeconds(30));

        Caller.Answer answer =
                caller.post("/v2/droplets", Caller.wanted("web-1").put("ipv6", true));

        assertThat(answer.status()).isEqualTo(202);
        JsonNode made = answer.json().path("droplet");
        assertThat(made.path("status").asText()).isEqualTo("new");
        assertThat(made.path("locked").asBoolean()).isTrue();
        assertThat(made.path("networks").toString()).isEqualTo("{\"v4\":[],\"v6\":[]}");
        long action = answer.json().at("/links/actions/0/id").asLong();
        assertThat(made.path("id").asLong()).isGreaterThan(1L << 31);
        assertThat(action).isGreaterThan(1L << 31);
        assertThat(actionStatus(action)).isEqualTo("in-progress");

        sandbox.advance(Duration.ofSeconds(29));
        assertThat(caller.droplet(made.path("id").asLong()).path("status").asText())
                .isEqualTo("new");

        sandbox.advance(Duration.ofSeconds(1));
        JsonNode booted = caller.droplet(made.path("id").asLong());
        assertThat(booted.path("status").asText()).isEqualTo("active");
        assertThat(booted.path("locked").asBoolean()).isFalse();
        assertThat(booted.path("networks").path("v4"))
                .extracting(one -> one.path("type").asText())
                .containsExactlyInAnyOrder("public", "private");
        assertThat(booted.path("networks").path("v6")).hasSize(1);
        assertThat(booted.path("created_at").asText()).isEqualTo("2026-03-01T10:00:00Z");
        assertThat(actionStatus(action)).isEqualTo("completed");
    }

    @Test
    void bootCanBeEndedByHand() {
        sandbox.habits().bootDuration(Duration.ofDays(1));
        long id = caller.create("slow");

        sandbox.finishAction(id);

        assertThat(caller.droplet(id).path("status").asText()).isEqualTo("active");
    }

    @Test
    void failedCreateLeavesItsActionErrored() {
        sandbox.habits().failNext("create").bootDuration(Duration.ZERO);
        long id = caller.create("unlucky");

        assertThat(caller.droplet(id).path("status").asText()).isEqualTo("new");
        assertThat(sandbox.actions(id)).extracting(Action::status).containsExactly(Action.Status.ERRORED);
    }

    @Test
    void lostAnswerLeavesTheDropletMade() {
        sandbox.faults().on(Requests.of("POST", "/v2/droplets")).once(Fault.answerLost());

        assertThatThrownBy(() -> caller.create("lost")).isInstanceOf(UncheckedIOException.class);

        assertThat(sandbox.droplets()).extracting(Droplet::name).containsExactly("lost");
        assertThat(sandbox.createCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "name, '', Name can't be blank",
        "name, under_score, valid hostname characters",
        "name, ends-, valid hostname characters",
        "region, mars1, invalid region",
        "region, sfo1, not available",
        "size, huge, invalid size",
        "size, g-2vcpu-8gb, Size is not available in this region.",
        "image, beos-5, invalid image",
        "vpc_uuid, 0e4b32c0-0000-0000-0000-000000000000, VPC",
    })
    void wrongValueIsNamed(String field, String value, String message) {
        Caller.Answer answer =
                caller.post("/v2/droplets", Caller.wanted("web-1").put(field, value));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json().path("id").asText()).isEqualTo("unprocessable_entity");
        assertThat(answer.message()).contains(message);
        assertThat(answer.json().path("request_id").asText()).isEqualTo(answer.header("x-request-id"));
        assertThat(sandbox.createCount()).isZero();
    }

    @Test
    void imageOutsideItsRegionIsRefused() {
        ObjectNode body = Caller.wanted("web-1").put("region", "nyc3").put("image", 162000001);

        assertThat(caller.post("/v2/droplets", body).message()).contains("not available in the selected region");
        assertThat(caller.post("/v2/droplets", body.put("region", "fra1")).status())
                .isEqualTo(202);
    }

    @Test
    void unknownKeysAreListed() {
        ObjectNode body = Caller.wanted("web-1");
        body.set("ssh_keys", Json.tree(List.of(7, "aa:bb")));

        assertThat(caller.post("/v2/droplets", body).message())
                .isEqualTo("7, aa:bb are invalid key identifiers for Droplet creation.");
    }

    @Test
    void newKeyCannotBeUsedUntilItIsKnownEverywhere() {
        sandbox.habits().keyLag(Duration.ofSeconds(5));
        SshKey key = sandbox.addKey("laptop", KeysTest.ED25519);
        ObjectNode body = Caller.wanted("web-1");
        body.set("ssh_keys", Json.tree(List.of(key.id())));

        assertThat(caller.post("/v2/droplets", body).message()).contains("invalid key identifiers");
        sandbox.advance(Duration.ofSeconds(5));
        assertThat(caller.post("/v2/droplets", body).status()).isEqualTo(202);
    }

    @Test
    void invalidTagRefusesTheWholeCreateAndDeclaresNone() {
        ObjectNode body = Caller.wanted("web-1");
        body.set("tags", Json.tree(List.of("good", "not good")));

        assertThat(caller.post("/v2/droplets", body).message()).contains("not good");
        assertThat(caller.get("/v2/tags").json().path("tags")).isEmpty();
    }

    @Test
    void userDataIsKeptByteForByteUpToItsLimit() {
        String data = "#cloud-config\n# é 你好\n";
        caller.post("/v2/droplets", Caller.wanted("web-1").put("user_data", data));
        assertThat(sandbox.droplets().get(0).userData()).isEqualTo(data);

        Caller.Answer tooLong =
                caller.post("/v2/droplets", Caller.wanted("web-2").put("user_data", "é".repeat(32 * 1024 + 1)));
        assertThat(tooLong.status()).isEqualTo(422);
        assertThat(caller.post("/v2/droplets", Caller.wanted("web-3").put("user_data", "é".repeat(32 * 1024)))
                        .status())
                .isEqualTo(202);
    }

    @Test
    void bodyThatIsNotUtf8IsRefused() {
        byte[] latin1 = Caller.wanted("web-1").put("user_data", "é").toString().getBytes(StandardCharsets.ISO_8859_1);

        Caller.Answer answer = caller.send("POST", "/v2/droplets", latin1);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.message()).contains("UTF-8");
        assertThat(sandbox.createCount()).isZero();
    }

    @Test
    void bodyThatIsNoJsonObjectIsRefused() {
        assertThat(caller.send("POST", "/v2/droplets", "[1]".getBytes(StandardCharsets.UTF_8))
                        .status())
                .isEqualTo(400);
        assertThat(caller.send("POST", "/v2/droplets", "{".getBytes(StandardCharsets.UTF_8))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void dropletLimitCountsWhatIsThere() {
        sandbox.habits().dropletLimit(1);
        long first = caller.create("first");

        Caller.Answer refused = caller.post("/v2/droplets", Caller.wanted("second"));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.message()).contains("exceed your droplet limit");

        caller.delete("/v2/droplets/" + first);
        assertThat(caller.post("/v2/droplets", Caller.wanted("second")).status())
                .isEqualTo(202);
    }

    @Test
    void imageOfADropletCanBeNull() {
        long id = caller.create("old");
        sandbox.habits().withoutImage(id);

        assertThat(caller.droplet(id).has("image")).isTrue();
        assertThat(caller.droplet(id).path("image").isNull()).isTrue();
    }

    @Test
    void dropletAddedByHandRunsAndDoesNotCountAsCreated() {
        Droplet droplet = sandbox.addDroplet("by-hand", "waldur-resource:abc");

        assertThat(caller.droplet(droplet.id()).path("status").asText()).isEqualTo("active");
        assertThat(sandbox.createCount()).isZero();
        assertThatThrownBy(() -> sandbox.addDroplet("bad_name"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bad_name");
    }

    @Test
    void userDataIsInNoText() {
        caller.post("/v2/droplets", Caller.wanted("web-1").put("user_data", "password: hunter2"));

        assertThat(sandbox.droplets().toString()).doesNotContain("hunter2").contains("web-1");
        assertThat(sandbox.log().all().toString()).doesNotContain("hunter2");
    }

    private String actionStatus(long action) {
        return caller.get("/v2/actions/" + action)
                .json()
                .path("action")
                .path("status")
                .asText();
    }
}
