package dev.siteagent.sandbox.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.siteagent.sandbox.http.Json;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ActionsTest {
    private static final Clock STILL = Clock.fixed(Instant.parse("2026-03-01T10:00:00Z"), ZoneOffset.UTC);
    private static final Duration ACTION = Duration.ofSeconds(10);

    private final DigitalOceanSandbox sandbox =
            DigitalOceanSandbox.start(DigitalOceanSandbox.Options.usual().withClock(STILL));
    private final Caller caller = new Caller(sandbox);
    private final long id;

    ActionsTest() {
        sandbox.habits().actionDuration(ACTION);
        id = sandbox.addDroplet("machine").id();
    }

    @AfterEach
    void close() {
        sandbox.close();
        assertThat(sandbox.failures()).isEmpty();
    }

    @Test
    void actionTakesTimeAndLocksTheDropletMeanwhile() {
        Caller.Answer begun = caller.act(id, "power_off");

        assertThat(begun.status()).isEqualTo(201);
        assertThat(begun.json().at("/action/status").asText()).isEqualTo("in-progress");
        assertThat(begun.json().at("/action/completed_at").isNull()).isTrue();
        assertThat(begun.json().at("/action/resource_id").asLong()).isEqualTo(id);
        assertThat(caller.droplet(id).path("locked").asBoolean()).isTrue();
        Caller.Answer second = caller.act(id, "power_off");
        assertThat(second.status()).isEqualTo(422);
        assertThat(second.message()).isEqualTo("Droplet already has a pending event.");

        sandbox.advance(ACTION);

        assertThat(caller.actionStatus(begun)).isEqualTo("completed");
        assertThat(status()).isEqualTo("off");
        assertThat(caller.droplet(id).path("locked").asBoolean()).isFalse();
    }

    @Test
    void actionIsFoundUnderItsOwnDropletOnly() {
        long other = sandbox.addDroplet("other").id();
        long action = caller.act(id, "reboot").json().at("/action/id").asLong();

        assertThat(caller.get("/v2/droplets/" + id + "/actions/" + action).status())
                .isEqualTo(200);
        assertThat(caller.get("/v2/droplets/" + other + "/actions/" + action).status())
                .isEqualTo(404);
        assertThat(caller.get("/v2/droplets/" + id + "/actions")
                        .json()
                        .at("/actions/0/id")
                        .asLong())
                .isEqualTo(action);
        // What a 32-bit client would ask for.
        assertThat(caller.get("/v2/actions/" + (int) action).status()).isEqualTo(404);
    }

    @Test
    void powerActionOnADropletInThatStateIsRefused() {
        assertThat(caller.act(id, "power_on").message()).isEqualTo("Droplet is already powered on");

        sandbox.setStatus(id, Droplet.Status.OFF);

        assertThat(caller.act(id, "power_off").message()).isEqualTo("Droplet is already powered off");
        assertThat(caller.act(id, "shutdown").status()).isEqualTo(422);
        assertThat(caller.act(id, "reboot").status()).isEqualTo(422);
        assertThat(caller.act(id, "power_on").status()).isEqualTo(201);
    }

    @Test
    void guestThatIgnoresShutdownLeavesTheDropletActiveAndTheActionCompleted() {
        sandbox.habits().guest(id, Habits.Guest.IGNORES_SHUTDOWN);
        Caller.Answer begun = caller.act(id, "shutdown");

        sandbox.advance(ACTION);

        assertThat(caller.actionStatus(begun)).isEqualTo("completed");
        assertThat(status()).isEqualTo("active");
    }

    @Test
    void shutdownThatTimesOutErrsAndLeavesTheDropletActive() {
        sandbox.habits().guest(Habits.Guest.LETS_SHUTDOWN_TIME_OUT).shutdownTimeout(Duration.ofMinutes(2));
        Caller.Answer begun = caller.act(id, "shutdown");

        sandbox.advance(Duration.ofMinutes(1));
        assertThat(caller.actionStatus(begun)).isEqualTo("in-progress");
        sandbox.advance(Duration.ofMinutes(1));

        assertThat(caller.actionStatus(begun)).isEqualTo("errored");
        assertThat(status()).isEqualTo("active");
    }

    @Test
    void statusCanLagBehindACompletedAction() {
        sandbox.habits().statusLag(Duration.ofSeconds(3));
        Caller.Answer begun = caller.act(id, "power_off");

        sandbox.advance(ACTION);
        assertThat(caller.actionStatus(begun)).isEqualTo("completed");
        assertThat(status()).isEqualTo("active");

        sandbox.advance(Duration.ofSeconds(3));
        assertThat(status()).isEqualTo("off");
    }

    @Test
    void runningDropletCannotBeResized() {
        Caller.Answer refused = resize("s-2vcpu-2gb", false);

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.message()).contains("power it off");
    }

    @Test
    void resizeWithoutTheDiskCanBeUndone() {
        sandbox.setStatus(id, Droplet.Status.OFF);

        resize("s-2vcpu-4gb", false);
        assertThat(caller.droplet(id).path("size_slug").asText()).isEqualTo("s-1vcpu-1gb");
        sandbox.advance(ACTION);

        JsonNode larger = caller.droplet(id);
        assertThat(larger.path("size_slug").asText()).isEqualTo("s-2vcpu-4gb");
        assertThat(larger.path("vcpus").asInt()).isEqualTo(2);
        assertThat(larger.path("memory").asInt()).isEqualTo(4096);
        assertThat(larger.path("disk").asInt()).isEqualTo(25);
        assertThat(larger.path("status").asText()).isEqualTo("off");

        assertThat(resize("s-1vcpu-1gb", false).status()).isEqualTo(201);
    }

    @Test
    void resizeWithTheDiskCannotBeUndone() {
        sandbox.setStatus(id, Droplet.Status.OFF);

        resize("s-2vcpu-4gb", true);
        sandbox.advance(ACTION);

        assertThat(caller.droplet(id).path("disk").asInt()).isEqualTo(80);
        assertThat(resize("s-1vcpu-1gb", false).message()).contains("smaller disk");
        assertThat(resize("s-1vcpu-1gb", true).message()).contains("smaller disk");
    }

    @Test
    void resizeToAnUnknownForeignOrPresentSizeIsRefused() {
        sandbox.setStatus(id, Droplet.Status.OFF);

        for (String size : List.of("huge", "g-2vcpu-8gb", "s-1vcpu-1gb")) {
            assertThat(resize(size, false).status()).as(size).isEqualTo(422);
        }
    }

    @Test
    void failedActionErrsWithoutEffect() {
        sandbox.habits().failNext("power_off");
        Caller.Answer begun = caller.act(id, "power_off");

        sandbox.advance(ACTION);

        assertThat(caller.actionStatus(begun)).isEqualTo("errored");
        assertThat(status()).isEqualTo("active");
        assertThat(caller.act(id, "power_off").status()).isEqualTo(201);
    }

    @Test
    void unknownActionIsRefusedAndUnknownDropletNotFound() {
        assertThat(caller.act(id, "explode").status()).isEqualTo(422);
        assertThat(caller.act(1, "power_off").status()).isEqualTo(404);
        assertThat(caller.post("/v2/droplets/" + id + "/actions", Json.object()).status())
                .isEqualTo(422);
    }

    private String status() {
        return caller.droplet(id).path("status").asText();
    }

    private Caller.Answer resize(String size, boolean disk) {
        return caller.post(
                "/v2/droplets/" + id + "/actions",
                Json.object().put("type", "resize").put("size", size).put("disk", disk));
    }
}
