package dev.siteagent.sandbox.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import dev.siteagent.sandbox.http.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Compares answers with DigitalOcean's own description of its API, where that lies beside the project. */
class AnswerContractTest {
    private static final String CONTRACT = "shared/contracts/digitalocean-openapi.json";

    private final DigitalOceanSandbox sandbox = DigitalOceanSandbox.start();
    private final Caller caller = new Caller(sandbox);
    private JsonNode paths;

    @BeforeEach
    void readContract() throws IOException {
        Optional<Path> file = find();
        assumeTrue(file.isPresent(), "not checked: there is no " + CONTRACT + " in a directory above");
        paths = new ObjectMapper().readTree(file.get().toFile()).path("paths");
    }

    @AfterEach
    void close() {
        sandbox.close();
    }

    @Test
    void answersAboutDropletsConform() {
        sandbox.habits().bootDuration(Duration.ZERO).actionDuration(Duration.ZERO);
        Caller.Answer made = caller.post(
                "/v2/droplets", Caller.wanted("web-1").put("ipv6", true).put("monitoring", true));
        conforms(made, "/v2/droplets", "post");
        long id = made.json().at("/droplet/id").asLong();
        String path = "/v2/droplets/" + id;
        conforms(caller.get(path), "/v2/droplets/{droplet_id}", "get");
        conforms(caller.get("/v2/droplets?per_page=1"), "/v2/droplets", "get");
        conforms(caller.get("/v2/droplets/1"), "/v2/droplets/{droplet_id}", "get");
        conforms(caller.post("/v2/droplets", Json.object()), "/v2/droplets", "post");

        Caller.Answer action = caller.act(id, "power_off");
        conforms(action, "/v2/droplets/{droplet_id}/actions", "post");
        conforms(caller.get(path), "/v2/droplets/{droplet_id}", "get");
        conforms(caller.get(path + "/actions"), "/v2/droplets/{droplet_id}/actions", "get");
        long actionId = action.json().at("/action/id").asLong();
        conforms(caller.get("/v2/actions/" + actionId), "/v2/actions/{action_id}", "get");
        conforms(caller.get(path + "/actions/" + actionId), "/v2/droplets/{droplet_id}/actions/{action_id}", "get");
        conforms(caller.get("/v2/actions/1"), "/v2/actions/{action_id}", "get");
    }

    @Test
    void answersAboutTheAccountAndWhatIsOnOfferConform() {
        conforms(caller.get("/v2/account"), "/v2/account", "get");
        conforms(caller.get("/v2/sizes?per_page=2"), "/v2/sizes", "get");
        conforms(caller.get("/v2/regions"), "/v2/regions", "get");
        conforms(caller.get("/v2/images"), "/v2/images", "get");
        conforms(new Caller(sandbox, "wrong").get("/v2/account"), "/v2/account", "get");
        sandbox.rateLimits().perMinute(0);
        conforms(caller.get("/v2/account"), "/v2/account", "get");
    }

    @Test
    void answersAboutKeysAndTagsConform() {
        Caller.Answer key = caller.post(
                "/v2/account/keys", Json.object().put("name", "laptop").put("public_key", KeysTest.ED25519));
        conforms(key, "/v2/account/keys", "post");
        conforms(caller.get("/v2/account/keys"), "/v2/account/keys", "get");
        conforms(
                caller.get("/v2/account/keys/" + key.json().at("/ssh_key/id").asLong()),
                "/v2/account/keys/{ssh_key_identifier}",
                "get");

        conforms(caller.post("/v2/tags", Json.object().put("name", "course")), "/v2/tags", "post");
        sandbox.addDroplet("web-1", "course");
        conforms(caller.get("/v2/tags"), "/v2/tags", "get");
        conforms(caller.get("/v2/tags/course"), "/v2/tags/{tag_id}", "get");
    }

    @Test
    void dropletWithoutItsStatusDoesNotConform() {
        ObjectNode answer = (ObjectNode)
                caller.get("/v2/droplets/" + sandbox.addDroplet("web-1").id()).json();
        JsonNode schema =
                paths.path("/v2/droplets/{droplet_id}").at("/get/responses/200/content/application~1json/schema");
        ((ObjectNode) answer.path("droplet")).remove("status");

        assertThat(problems(schema, answer)).hasSize(1);
    }

    private void conforms(Caller.Answer answer, String path, String method) {
        JsonNode answers = paths.path(path).path(method).path("responses");
        JsonNode described = answers.has(Integer.toString(answer.status()))
                ? answers.path(Integer.toString(answer.status()))
                : answers.path("default");
        JsonNode schema = described.path("content").path("application/json").path("schema");
        assertThat(schema.isObject())
                .as("%s %s describes %d", method, path, answer.status())
                .isTrue();
        spellOff(schema);
        assertThat(problems(schema, answer.json()))
                .as("%s %s -> %d %s", method, path, answer.status(), answer.json())
                .isEmpty();
        assertThat(answer.header("ratelimit-remaining")).isNotNull();
    }

    private static List<com.networknt.schema.Error> problems(JsonNode schema, JsonNode answer) {
        return SchemaRegistry.withDialect(Dialects.getOpenApi30())
                .getSchema(schema)
                .validate(answer);
    }

    /** The description has lost the quotes of "off" in the droplet's status: YAML made it the value false. */
    private static void spellOff(JsonNode schema) {
        if (schema instanceof ArrayNode values) {
            for (int i = 0; i < values.size(); i++) {
                if (values.get(i).isBoolean() && !values.get(i).asBoolean()) {
                    values.set(i, "off");
                }
            }
        }
        schema.forEach(AnswerContractTest::spellOff);
    }

    private static Optional<Path> find() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path file = at.resolve(CONTRACT);
            if (Files.isRegularFile(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }
}
