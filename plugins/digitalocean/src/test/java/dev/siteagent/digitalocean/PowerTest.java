package dev.siteagent.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.sandbox.digitalocean.Action;
import dev.siteagent.sandbox.digitalocean.Droplet;
import dev.siteagent.sandbox.digitalocean.Habits.Guest;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Faults;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.PendingWork.Kind;
import dev.siteagent.spi.PermanentBackendException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PowerTest {
    private static final Predicate<Request> ACT = Requests.of("POST", "/v2/droplets/{id}/actions");

    private final Cloud cloud = new Cloud();
    private Host host;
    private long id;

    @BeforeEach
    void make() throws Exception {
        host = new Host(cloud, Cloud.ordered("web"));
        host.create();
        host.nextOrder();
        id = Long.parseLong(host.resource().backendId().orElseThrow());
    }

    @AfterEach
    void close() {
        cloud.close();
    }

    private Droplet.Status status() {
        return cloud.sandbox().droplet(id).orElseThrow().status();
    }

    private List<String> actions() {
        return cloud.sandbox().actions(id).stream()
                .map(Action::type)
                .filter(type -> !type.equals("create"))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"PAUSE", "DOWNSCALE"})
    void pauseAndDownscaleShutDownAndRestorePowersOn(Kind kind) throws Exception {
        assertThat(host.finish(kind).orElseThrow().power()).isEqualTo(BackendResource.Power.OFF);
        assertThat(status()).isEqualTo(Droplet.Status.OFF);
        assertThat(host.nextOrder().restore().power()).isEqualTo(BackendResource.Power.ON);
        assertThat(actions()).containsExactly("power_on", "shutdown");
    }

    @Test
    void unchangedStateCostsNoRequestAtAll() throws Exception {
        BackendResource current = host.read();
        int before = cloud.sandbox().log().count(Requests.any());
        host.backend().restore(host.resource(), current);
        assertThat(cloud.sandbox().log().count(Requests.any())).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(Guest.class)
    void guestThatIgnoresTheShutdownHasThePlugPulled(Guest guest) throws Exception {
        cloud.sandbox().habits().guest(guest);
        host.pause();
        assertThat(status()).isEqualTo(Droplet.Status.OFF);
        assertThat(actions()).isEqualTo(guest == Guest.OBEYS ? List.of("shutdown") : List.of("power_off", "shutdown"));
    }

    @Test
    void pauseGoesOnAfterARestart() throws Exception {
        cloud.sandbox().habits().guest(Guest.IGNORES_SHUTDOWN);
        host.step(Kind.PAUSE);
        host.restart().pause();
        assertThat(status()).isEqualTo(Droplet.Status.OFF);
    }

    @Test
    void statusThatLagsBehindItsActionDoesNotConfuse() throws Exception {
        cloud.sandbox().habits().statusLag(Duration.ofSeconds(8));
        host.pause();
        assertThat(status()).isEqualTo(Droplet.Status.OFF);
        host.nextOrder().restore();
        assertThat(status()).isEqualTo(Droplet.Status.ACTIVE);
    }

    @Test
    void lockedDropletIsWaitedFor() throws Exception {
        cloud.sandbox().habits().actionDuration("snapshot", Duration.ofSeconds(30));
        act("snapshot");
        int before = cloud.sandbox().log().count(ACT);
        host.pause();
        assertThat(status()).isEqualTo(Droplet.Status.OFF);
        assertThat(cloud.sandbox().log().count(ACT)).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Droplet already has a pending event.", "Droplet is locked"})
    void actionThatMeetsALockIsAskedForAgain(String words) throws Exception {
        Faults.Rule rule = cloud.sandbox().faults().on(ACT).times(2, refusal(words));
        host.pause();
        assertThat(rule.struck()).isEqualTo(2);
        assertThat(status()).isEqualTo(Droplet.Status.OFF);
    }

    @ParameterizedTest
    @CsvSource({
        "PAUSE, OFF, Droplet is already powered off",
        "PAUSE, OFF, Droplet is currently off. Please power it on to run this event.",
        "RESTORE, ACTIVE, Droplet is already powered on"
    })
    void refusalOfWhatIsSoAlreadyIsSuccess(Kind kind, Droplet.Status goal, String words) throws Exception {
        if (kind == Kind.RESTORE) {
            host.pause();
            host.nextOrder();
        }
        List<String> before = actions();
        Faults.Rule rule = cloud.sandbox().faults().script(request -> {
            if (!ACT.test(request)) {
                return Optional.empty();
            }
            cloud.sandbox().setStatus(id, goal);
            return Optional.of(refusal(words));
        });
        host.finish(kind);
        assertThat(rule.struck()).isEqualTo(1);
        assertThat(status()).isEqualTo(goal);
        assertThat(actions()).isEqualTo(before);
    }

    private static Fault refusal(String words) {
        return Fault.answer(Response.json(422, Map.of("id", "unprocessable_entity", "message", words)));
    }

    @Test
    void dropletSwitchedBySomebodyElseInBetweenIsSuccess() throws Exception {
        BackendResource current = host.read();
        cloud.sandbox().setStatus(id, Droplet.Status.OFF);
        host.backend().pause(host.resource(), current);
        assertThat(actions()).isEmpty();
    }

    @Test
    void powerOnThatDigitalOceanFailsIsTriedAgain() throws Exception {
        host.pause();
        cloud.sandbox().habits().failNext("power_on");
        host.nextOrder().restore();
        assertThat(status()).isEqualTo(Droplet.Status.ACTIVE);
    }

    @Test
    void powerOffThatDigitalOceanFailsIsTriedAgain() throws Exception {
        cloud.sandbox().habits().guest(Guest.IGNORES_SHUTDOWN).failNext("power_off");
        host.pause();
        assertThat(status()).isEqualTo(Droplet.Status.OFF);
    }

    @Test
    void dropletThatIsGoneCannotBeSwitched() throws Exception {
        BackendResource current = host.read();
        cloud.sandbox().removeDroplet(id);
        assertThatThrownBy(() -> host.backend().pause(host.resource(), current))
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("no longer exists");
    }

    @Test
    void anotherResourcesDropletIsNotSwitched() throws Exception {
        BackendResource current = host.read();
        cloud.sandbox().untagDroplet(id, Cloud.tag(host.resource()));
        cloud.sandbox().tagDroplet(id, Cloud.tag(Cloud.ordered("other")));
        assertThatThrownBy(() -> host.backend().pause(host.resource(), current))
                .isInstanceOf(PermanentBackendException.class);
        assertThat(actions()).isEmpty();
    }

    /** Somebody at the control panel. */
    private void act(String type) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        cloud.sandbox().apiUrl().resolve("/v2/droplets/" + id + "/actions"))
                .header("Authorization", "Bearer " + cloud.sandbox().token())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"type\":\"" + type + "\"}"))
                .build();
        int status = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
        assertThat(status).isEqualTo(201);
    }
}
