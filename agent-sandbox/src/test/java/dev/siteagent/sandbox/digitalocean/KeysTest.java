package dev.siteagent.sandbox.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.siteagent.sandbox.http.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {
    static final String ED25519 =
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHUHPXJyD7Km6tqhGqXQVuGFlRsH1oXyNSCxkMwoWAwJ someone@example";
    private static final String FINGERPRINT = "32:3e:d8:e0:dc:57:2d:69:56:bd:92:40:23:08:97:ba";

    private final DigitalOceanSandbox sandbox = DigitalOceanSandbox.start();
    private final Caller caller = new Caller(sandbox);

    @AfterEach
    void close() {
        sandbox.close();
        assertThat(sandbox.failures()).isEmpty();
    }

    @Test
    void keyIsFoundByIdAndByTheFingerprintOfItsMaterial() {
        JsonNode made = add("laptop", ED25519).json().path("ssh_key");

        assertThat(made.path("fingerprint").asText()).isEqualTo(FINGERPRINT);
        assertThat(caller.get("/v2/account/keys/" + made.path("id").asLong()).json())
                .isEqualTo(caller.get("/v2/account/keys/" + FINGERPRINT).json());
        assertThat(caller.get("/v2/account/keys/1").status()).isEqualTo(404);
    }

    @Test
    void sameMaterialUnderAnotherNameAndCommentIsRefused() {
        add("laptop", ED25519);

        Caller.Answer second = add("desktop", ED25519.replace("someone@example", "else"));

        assertThat(second.status()).isEqualTo(422);
        assertThat(second.message()).isEqualTo("SSH Key is already in use on your account");
        assertThat(sandbox.keys()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no key",
                "ssh-ed25519",
                "ssh-ed25519 !!!!",
                "ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAIHUHPXJyD7Km6tqhGqXQVuGFlRsH1oXyNSCxkMwoWAwJ",
                "no-pty ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHUHPXJyD7Km6tqhGqXQVuGFlRsH1oXyNSCxkMwoWAwJ"
            })
    void malformedKeyIsRefused(String publicKey) {
        assertThat(add("laptop", publicKey).status()).isEqualTo(422);
        assertThat(sandbox.keys()).isEmpty();
    }

    @Test
    void removedKeyCanBeAddedAgain() {
        long id = add("laptop", ED25519).json().at("/ssh_key/id").asLong();

        assertThat(caller.delete("/v2/account/keys/" + id).status()).isEqualTo(204);

        assertThat(add("laptop", ED25519).status()).isEqualTo(201);
    }

    private Caller.Answer add(String name, String publicKey) {
        return caller.post("/v2/account/keys", Json.object().put("name", name).put("public_key", publicKey));
    }
}
