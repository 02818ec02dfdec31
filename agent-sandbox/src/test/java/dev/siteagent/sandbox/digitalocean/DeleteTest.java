package dev.siteagent.sandbox.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeleteTest {
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
    void destroyedDropletIsNotFound() {
        long id = sandbox.addDroplet("web-1").id();

        assertThat(caller.delete("/v2/droplets/" + id).status()).isEqualTo(204);

        assertThat(caller.get("/v2/droplets/" + id).status()).isEqualTo(404);
        assertThat(caller.delete("/v2/droplets/" + id).status()).isEqualTo(404);
        assertThat(caller.get("/v2/droplets/not-a-number").status()).isEqualTo(404);
    }

    @Test
    void deleteOfALockedDropletCanBeIgnored() {
        sandbox.habits().deleteIgnoredWhileLocked(true).bootDuration(Duration.ofSeconds(30));
        long id = caller.create("web-1");

        assertThat(caller.delete("/v2/droplets/" + id).status()).isEqualTo(204);
        sandbox.advance(Duration.ofSeconds(30));
        assertThat(caller.droplet(id).path("status").asText()).isEqualTo("active");

        assertThat(caller.delete("/v2/droplets/" + id).status()).isEqualTo(204);
        assertThat(caller.get("/v2/droplets/" + id).status()).isEqualTo(404);
    }

    @Test
    void bootingDropletCanBeDestroyedUnlessSetOtherwise() {
        sandbox.habits().bootDuration(Duration.ofSeconds(30));
        long id = caller.create("web-1");

        caller.delete("/v2/droplets/" + id);
        sandbox.advance(Duration.ofMinutes(1));

        assertThat(caller.get("/v2/droplets/" + id).status()).isEqualTo(404);
        assertThat(sandbox.actions(id)).extracting(Action::status).containsExactly(Action.Status.ERRORED);
    }

    @Test
    void destructionCanTakeTime() {
        sandbox.habits().deleteDuration(Duration.ofSeconds(4));
        long id = sandbox.addDroplet("web-1").id();

        caller.delete("/v2/droplets/" + id);
        assertThat(caller.droplet(id).path("locked").asBoolean()).isTrue();
        assertThat(caller.delete("/v2/droplets/" + id).status()).isEqualTo(204);

        sandbox.advance(Duration.ofSeconds(4));
        assertThat(caller.get("/v2/droplets/" + id).status()).isEqualTo(404);
    }

    @Test
    void destroyedDropletCanStayAsAnArchive() {
        sandbox.habits().archiveAfterDelete(true).statusLag(Duration.ofSeconds(9));
        long id = sandbox.addDroplet("web-1").id();

        caller.delete("/v2/droplets/" + id);

        assertThat(caller.droplet(id).path("status").asText()).isEqualTo("archive");
        assertThat(caller.get("/v2/droplets").json().path("droplets")).isEmpty();
    }

    @Test
    void deleteByTagTakesAllThatHaveIt() {
        sandbox.addDroplet("web-1", "course");
        sandbox.addDroplet("web-2", "course");
        sandbox.addDroplet("web-3", "other");

        assertThat(caller.delete("/v2/droplets?tag_name=course").status()).isEqualTo(204);

        assertThat(sandbox.droplets()).extracting(Droplet::name).containsExactly("web-3");
        assertThat(caller.delete("/v2/droplets").status()).isEqualTo(422);
    }
}
