package dev.siteagent.digitalocean.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.myjeeva.digitalocean.exception.DigitalOceanException;
import com.myjeeva.digitalocean.impl.DigitalOceanClient;
import com.myjeeva.digitalocean.pojo.Image;
import com.myjeeva.digitalocean.pojo.Key;
import com.myjeeva.digitalocean.pojo.Region;
import dev.siteagent.digitalocean.FreeBudgets;
import dev.siteagent.digitalocean.TestClock;
import dev.siteagent.digitalocean.api.DropletRequest.BackupPolicy;
import dev.siteagent.digitalocean.api.DropletRequest.Features;
import dev.siteagent.spi.Secret;
import java.lang.reflect.Field;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.Configurable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Each fault of the client library that was measured, shown on the plain library first, so that the reason for what the
 * adapter does stays visible, and then gone.
 */
@Timeout(60)
class ClientLibraryFaultsTest {
    private static final long BIG_ID = 3_169_590_176L;
    private static final String BIG_ACTION =
            "{\"action\":{\"id\":" + BIG_ID + ",\"status\":\"in-progress\",\"type\":\"power_off\"}}";
    private static final String DROPLET = "{\"droplet\":{\"id\":3164444,\"name\":\"web\",\"status\":\"new\"}}";

    private final AnsweringServer server = new AnsweringServer();
    private final TestClock clock = new TestClock();
    private final DigitalOceanClient library = PlainLibrary.at(server.url());
    private final DigitalOceanApi api = api(Duration.ofSeconds(10));

    private DigitalOceanApi api(Duration answerTimeout) {
        ApiConnection connection = new ApiConnection(
                server.url(),
                Secret.of("dop_v1_secret"),
                Optional.empty(),
                "test",
                Duration.ofSeconds(5),
                answerTimeout);
        return new DigitalOceanApi(connection, new FreeBudgets(clock), clock, clock::advance, new Random(1));
    }

    @AfterEach
    void close() throws Exception {
        api.close();
        server.close();
    }

    @Test
    void actionIdsKeepTheir64Bits() throws Exception {
        server.answer(201, BIG_ACTION).answer(201, BIG_ACTION).answer(200, BIG_ACTION);

        assertThat(library.powerOffDroplet(1).getId()).as("plain library").isEqualTo(-1_125_377_120);

        Action action = api.powerOff(1);
        assertThat(action.id()).isEqualTo(BIG_ID);
        assertThat(api.action(action.id()).id()).isEqualTo(BIG_ID);
        assertThat(server.last().uri()).isEqualTo("/v2/actions/" + BIG_ID);
    }

    @Test
    void dropletIdsKeepTheir64Bits() throws Exception {
        String list = "{\"droplets\":[{\"id\":" + BIG_ID + ",\"name\":\"web\",\"status\":\"active\"}]}";
        server.answer(200, list).answer(200, list).answer(204, "");

        assertThat(library.getAvailableDroplets(1, 200)).as("plain library").isNull();

        long id = api.droplets(1).items().get(0).id();
        assertThat(id).isEqualTo(BIG_ID);
        api.deleteDroplet(id);
        assertThat(server.last().uri()).isEqualTo("/v2/droplets/" + BIG_ID);
    }

    @Test
    void keyAndImageIdsKeepTheir64Bits() throws Exception {
        server.answer(
                        201,
                        "{\"ssh_key\":{\"id\":" + BIG_ID
                                + ",\"name\":\"me\",\"fingerprint\":\"aa\",\"public_key\":\"k\"}}")
                .answer(202, DROPLET);

        long key = api.createSshKey("me", "ssh-ed25519 AAAA").id();
        api.createDroplet(request(null, List.of(key), Long.toString(BIG_ID), Features.NONE));

        JsonObject body = JsonParser.parseString(server.last().text()).getAsJsonObject();
        assertThat(body.get("ssh_keys").getAsJsonArray().get(0).getAsLong()).isEqualTo(BIG_ID);
        assertThat(body.get("image").getAsJsonPrimitive().isNumber()).isTrue();
        assertThat(body.get("image").getAsLong()).isEqualTo(BIG_ID);
    }

    @Test
    void bodiesAreUtf8() throws Exception {
        String userData = "#cloud-config\n# é 你好 😀 \\u001f00e9 \u001f \"x\"\t\\n";
        server.answer(202, DROPLET).answer(202, DROPLET);

        library.createDroplet(libraryDroplet(userData));
        byte[] broken = server.last().body();
        assertThat(new String(broken, StandardCharsets.ISO_8859_1))
                .as("plain library")
                .contains("é ??");

        api.createDroplet(request(userData, List.of(), "ubuntu-24-04-x64", Features.NONE));
        byte[] sent = server.last().body();
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(sent))
                .toString();
        assertThat(JsonParser.parseString(text)
                        .getAsJsonObject()
                        .get("user_data")
                        .getAsString())
                .isEqualTo(userData);
        assertThat(text).contains("é 你好 😀");
        assertThat(server.last().headers().get("Content-type")).hasSize(1);
    }

    @Test
    void keyNamesAreUtf8() throws Exception {
        String answer = "{\"ssh_key\":{\"id\":1,\"name\":\"n\",\"fingerprint\":\"aa\",\"public_key\":\"k\"}}";
        server.answer(201, answer).answer(201, answer);

        library.createKey(new Key("Жук", "ssh-ed25519 AAAA"));
        assertThat(server.last().text()).as("plain library").contains("???");

        api.createSshKey("Жук", "ssh-ed25519 AAAA");
        assertThat(server.last().text()).contains("Жук");
    }

    @Test
    void baseUrlCanBeAnything() throws Exception {
        Field host = DigitalOceanClient.class.getDeclaredField("apiHost");
        host.setAccessible(true);
        assertThat(host.get(library)).as("plain library").isEqualTo("api.digitalocean.com");

        server.answer(200, account("a"));
        ApiConnection behindAProxy =
                ApiConnection.of(URI.create(server.url() + "/proxy/do/v2/"), Secret.of("t"), Optional.empty(), "test");
        try (DigitalOceanApi proxied =
                new DigitalOceanApi(behindAProxy, new FreeBudgets(clock), clock, clock::advance, new Random(1))) {
            assertThat(proxied.account().uuid()).isEqualTo("a");
        }
        assertThat(server.last().uri()).startsWith("/proxy/do/v2/account");
    }

    @Test
    void everyRequestHasATimeout() {
        RequestConfig plain = ((Configurable) new DigitalOceanClient("token").getHttpClient()).getConfig();
        assertThat(plain.getSocketTimeout()).as("plain library: for ever").isNotPositive();
        assertThat(plain.getConnectTimeout()).as("plain library: for ever").isNotPositive();

        server.answerAfter(5_000, 202, DROPLET);
        long start = System.nanoTime();
        ApiException failure = catchThrowableOfType(ApiException.class, () -> api(Duration.ofMillis(300))
                .createDroplet(request(null, List.of(), "ubuntu-24-04-x64", Features.NONE)));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
        assertThat(failure).isInstanceOf(ApiException.Unavailable.class).hasMessageContaining("300 ms");
        assertThat(failure.mayHaveTakenEffect()).isTrue();
    }

    @Test
    void readsAreRepeatedAndWritesAreNot() throws Exception {
        server.answer(500, "").answer(503, "<html>busy</html>").answer(200, account("a"));
        assertThatThrownBy(library::getAccountInfo).as("plain library").isInstanceOf(Exception.class);
        assertThat(api.account().uuid()).isEqualTo("a");

        int before = server.received().size();
        server.answer(500, "").answer(202, DROPLET);
        assertThatThrownBy(() -> api.createDroplet(request(null, List.of(), "x", Features.NONE)))
                .isInstanceOf(ApiException.Unavailable.class);
        assertThat(server.received()).hasSize(before + 1);
    }

    @Test
    void retryAfterIsKept() throws Exception {
        Map<String, String> headers = Map.of("retry-after", "7", "ratelimit-reset", "1");
        String body = "{\"id\":\"too_many_requests\",\"message\":\"API Rate limit exceeded.\"}";
        server.answer(429, headers, body);
        DigitalOceanException plain = catchThrowableOfType(DigitalOceanException.class, library::getAccountInfo);
        assertThat(Arrays.stream(plain.getClass().getMethods())
                        .map(method -> method.getName().toLowerCase(Locale.ROOT)))
                .as("plain library")
                .noneMatch(name -> name.contains("retry"));

        server.answer(429, headers, body).answer(200, account("a"));
        Instant start = clock.instant();
        assertThat(api.account().uuid()).isEqualTo("a");
        assertThat(Duration.between(start, clock.instant())).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void textOfAProxyIsShown() {
        for (int i = 0; i < 4; i++) {
            server.answer(502, "upstream connect error");
        }
        assertThatThrownBy(library::getAccountInfo).as("plain library").hasMessageNotContaining("upstream");
        assertThatThrownBy(api::account)
                .isInstanceOf(ApiException.Unavailable.class)
                .hasMessageContaining("HTTP 502")
                .hasMessageContaining("upstream connect error");
    }

    @Test
    void jsonThatIsNotAnObjectIsUnavailable() {
        for (int i = 0; i < 4; i++) {
            server.answer(500, "[]");
        }
        assertThatThrownBy(library::getAccountInfo).as("plain library").isInstanceOf(RuntimeException.class);
        assertThatThrownBy(api::account).isInstanceOf(ApiException.Unavailable.class);

        for (int i = 0; i < 4; i++) {
            server.answer(200, "[]");
        }
        assertThatThrownBy(library::getAccountInfo).as("plain library").isInstanceOf(RuntimeException.class);
        assertThatThrownBy(api::account).isInstanceOf(ApiException.Unavailable.class);
    }

    @Test
    void errorWithoutIdIsReadAllTheSame() {
        String body = "{\"message\":\"Droplet is shy\"}";
        server.answer(422, body).answer(422, body);
        assertThatThrownBy(library::getAccountInfo).as("plain library").isInstanceOf(NullPointerException.class);
        assertThatThrownBy(api::account)
                .isInstanceOf(ApiException.Invalid.class)
                .hasMessageContaining("Droplet is shy");
    }

    @Test
    void fieldsOfThe2020sAreSent() throws Exception {
        server.answer(202, DROPLET).answer(202, DROPLET);
        library.createDroplet(libraryDroplet("x"));
        assertThat(server.last().text()).as("plain library").doesNotContain("vpc_uuid");

        api.createDroplet(request(
                null,
                List.of(),
                "ubuntu-24-04-x64",
                new Features(true, new BackupPolicy("weekly", "SUN", 4), true, true, false, null, "my-vpc")));
        JsonObject body = JsonParser.parseString(server.last().text()).getAsJsonObject();
        assertThat(body.toString())
                .contains("\"vpc_uuid\":\"my-vpc\"")
                .contains("\"with_droplet_agent\":false")
                .contains("\"backup_policy\":{\"plan\":\"weekly\",\"weekday\":\"SUN\",\"hour\":4}")
                .contains("\"ipv6\":true")
                .doesNotContain("private_networking")
                .doesNotContain("null");
    }

    @Test
    void pageSizeIsSentWhereThereArePagesOnly() throws Exception {
        server.answer(200, account("a")).answer(200, account("a")).answer(200, "{\"droplets\":[]}");
        library.getAccountInfo();
        assertThat(server.last().uri()).as("plain library").contains("per_page");

        api.account();
        assertThat(server.last().uri()).isEqualTo("/v2/account");
        api.dropletsTagged("a:b", 2);
        assertThat(server.last().uri()).startsWith("/v2/droplets?");
        assertThat(server.last().uri().substring("/v2/droplets?".length()).split("&", -1))
                .containsExactlyInAnyOrder("page=2", "per_page=200", "tag_name=a%3Ab");
    }

    @Test
    void datesKeepTheirZone() throws Exception {
        server.answer(
                200, "{\"droplet\":{\"id\":1,\"status\":\"active\",\"created_at\":\"2026-02-01T10:00:00+02:00\"}}");
        assertThat(api.droplet(1).createdAt()).isEqualTo(Instant.parse("2026-02-01T08:00:00Z"));
    }

    @Test
    void statusThatIsNewerThanThisDoesNotBreakAList() throws Exception {
        server.answer(200, "{\"droplets\":[{\"id\":1,\"status\":\"hibernating\",\"image\":null,\"networks\":{}}]}");
        assertThat(api.droplets(1).items().get(0).status()).isEqualTo(Droplet.Status.UNKNOWN);
    }

    private static DropletRequest request(String userData, List<Long> keys, String image, Features features) {
        return new DropletRequest("web", "fra1", "s-1vcpu-1gb", image, keys, List.of("a:b"), userData, features);
    }

    private static com.myjeeva.digitalocean.pojo.Droplet libraryDroplet(String userData) {
        com.myjeeva.digitalocean.pojo.Droplet droplet = new com.myjeeva.digitalocean.pojo.Droplet();
        droplet.setName("web");
        droplet.setRegion(new Region("fra1"));
        droplet.setSize("s-1vcpu-1gb");
        droplet.setImage(new Image("ubuntu-24-04-x64"));
        droplet.setUserData(userData);
        return droplet;
    }

    private static String account(String uuid) {
        return "{\"account\":{\"uuid\":\"" + uuid + "\",\"status\":\"active\",\"droplet_limit\":25}}";
    }
}
