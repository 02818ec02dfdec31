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
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork.Kind;
import dev.siteagent.spi.PermanentBackendException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
class ResizeTest {
    private static final Predicate<Request> ACT = Requests.of("POST", "/v2/droplets/{id}/actions");
    private static final Map<String, Long> SMALL = Map.of("cpu", 1L, "ram", 1L, "disk", 25L);
    private static final Map<String, Long> LARGE = Map.of("cpu", 2L, "ram", 4L, "disk", 80L);

    private final Cloud cloud = new Cloud();
    private Host host;
    private long id;

    @BeforeEach
    void make() throws Exception {
        host = made("s-1vcpu-1gb");
    }

    private Host made(String size) throws Exception {
        Map<String, Map<String, Long>> mapping = new LinkedHashMap<>();
        mapping.put("s-1vcpu-1gb", SMALL);
        mapping.put("s-2vcpu-4gb", LARGE);
        mapping.put("no-such-size", Map.of("cpu", 99L));
        mapping.put("g-2vcpu-8gb", Map.of("cpu", 77L));
        DigitalOceanSettings settings =
                Settings.of(cloud.sandbox(), Map.of("sizeMapping", mapping, "defaultSize", size));
        Host made = new Host(
                cloud,
                () -> cloud.open(settings),
                Cloud.ordered("web", Map.of("region", "fra1", "image", "ubuntu-24-04-x64"), SMALL));
        made.create();
        id = Long.parseLong(made.resource().backendId().orElseThrow());
        return made.nextOrder();
    }

    @AfterEach
    void close() {
        cloud.close();
    }

    private Droplet droplet() {
        return cloud.sandbox().droplet(id).orElseThrow();
    }

    private List<String> actions() {
        return cloud.sandbox().actions(id).stream()
                .map(Action::type)
                .filter(type -> !type.equals("create"))
                .toList();
    }

    @Test
    void runningDropletIsSwitchedOffResizedAndSwitchedOnAgain() throws Exception {
        BackendResource resized = host.setLimits(LARGE);
        assertThat(droplet().size().slug()).isEqualTo("s-2vcpu-4gb");
        assertThat(droplet().disk())
                .as("the disk stays, so that it can be undone")
                .isEqualTo(25);
        assertThat(droplet().status()).isEqualTo(Droplet.Status.ACTIVE);
        assertThat(actions()).containsExactly("power_on", "resize", "shutdown");
        assertThat(resized.limits()).isEqualTo(LARGE);
        assertThat(resized.power()).isEqualTo(BackendResource.Power.ON);
    }

    @Test
    void dropletThatWasOffStaysOff() throws Exception {
        host.pause();
        host.nextOrder().setLimits(LARGE);
        assertThat(droplet().status()).isEqualTo(Droplet.Status.OFF);
        assertThat(actions()).containsExactly("resize", "shutdown");
    }

    @Test
    void undoneResizeIsPossible() throws Exception {
        host.setLimits(LARGE);
        host.nextOrder().setLimits(SMALL);
        assertThat(droplet().size().slug()).isEqualTo("s-1vcpu-1gb");
    }

    @Test
    void limitsThatHoldAlreadyChangeNothing() throws Exception {
        host.setLimits(SMALL);
        assertThat(actions()).isEmpty();
    }

    @Test
    void nothingIsTouchedBeforeTheHandleIsStored() throws Exception {
        Outcome.Pending planned =
                (Outcome.Pending) host.with(host.resource().withLimits(LARGE)).step(Kind.SET_LIMITS);
        assertThat(planned.handle().text()).isEqualTo("resize s-2vcpu-4gb on");
        assertThat(actions()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void resizeGoesOnAfterACrashAtAnyStep(int crashAfter) throws Exception {
        host.with(host.resource().withLimits(LARGE));
        for (int i = 0; i < crashAfter; i++) {
            if (host.step(Kind.SET_LIMITS) instanceof Outcome.Ready) {
                break;
            }
        }
        host.restart().setLimits(LARGE);
        assertThat(droplet().size().slug()).isEqualTo("s-2vcpu-4gb");
        assertThat(droplet().status()).isEqualTo(Droplet.Status.ACTIVE);
        assertThat(actions()).containsOnlyOnce("resize");
    }

    @Test
    void dropletThatWasOffStaysOffAfterACrashToo() throws Exception {
        host.pause();
        host.nextOrder().with(host.resource().withLimits(LARGE));
        host.step(Kind.SET_LIMITS);
        host.step(Kind.SET_LIMITS);
        host.restart().setLimits(LARGE);
        assertThat(droplet().status()).isEqualTo(Droplet.Status.OFF);
        assertThat(actions()).doesNotContain("power_on");
    }

    @ParameterizedTest
    @EnumSource(Guest.class)
    void guestThatIgnoresTheShutdownIsResizedAllTheSame(Guest guest) throws Exception {
        cloud.sandbox().habits().guest(guest);
        host.setLimits(LARGE);
        assertThat(droplet().size().slug()).isEqualTo("s-2vcpu-4gb");
        assertThat(droplet().status()).isEqualTo(Droplet.Status.ACTIVE);
    }

    @Test
    void statusThatLagsDoesNotConfuse() throws Exception {
        cloud.sandbox().habits().statusLag(Duration.ofSeconds(8));
        host.setLimits(LARGE);
        cloud.clock().advance(Duration.ofSeconds(30));
        assertThat(droplet().size().slug()).isEqualTo("s-2vcpu-4gb");
        assertThat(droplet().status()).isEqualTo(Droplet.Status.ACTIVE);
    }

    @Test
    void limitsThatMatchNoSizeFailWithWhatIsOnOffer() {
        assertThatThrownBy(() -> host.setLimits(Map.of("cpu", 3L)))
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("cpu=3")
                .hasMessageContaining("s-1vcpu-1gb (cpu=1 disk=25 ram=1)");
        assertThat(actions()).isEmpty();
    }

    @Test
    void sizeThatDoesNotExistFailsBeforeTheDropletIsSwitchedOff() {
        assertThatThrownBy(() -> host.setLimits(Map.of("cpu", 99L)))
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("no-such-size")
                .hasMessageContaining("size_mapping");
        assertThat(actions()).isEmpty();
    }

    @Test
    void sizeThatTheRegionDoesNotOfferFailsBeforeTheDropletIsSwitchedOff() {
        assertThatThrownBy(() -> host.setLimits(Map.of("cpu", 77L)))
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("g-2vcpu-8gb")
                .hasMessageContaining("fra1 does not offer it");
        assertThat(actions()).isEmpty();
    }

    @Test
    void smallerDiskFailsBeforeTheDropletIsSwitchedOff() throws Exception {
        Host large = made("s-2vcpu-4gb");
        assertThatThrownBy(() -> large.setLimits(SMALL))
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("cannot shrink");
        assertThat(actions()).isEmpty();
    }

    @Test
    void resizeThatDigitalOceanFailsEndsWithTheDropletOnAgain() {
        cloud.sandbox().habits().failNext("resize");
        assertThatThrownBy(() -> host.setLimits(LARGE))
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("keeps its size s-1vcpu-1gb");
        assertThat(droplet().status()).isEqualTo(Droplet.Status.ACTIVE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Size is not available in this region.", "creating this/these droplet(s) will exceed your limit"
            })
    void resizeThatIsRefusedWhenItIsAskedForEndsWithTheDropletOnAgain(String words) {
        Faults.Rule rule = cloud.sandbox()
                .faults()
                .on(request -> isResize(request))
                .once(Fault.answer(Response.json(422, Map.of("id", "unprocessable_entity", "message", words))));
        assertThatThrownBy(() -> host.setLimits(LARGE))
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("keeps its size s-1vcpu-1gb")
                .hasMessageContaining(words);
        assertThat(rule.struck()).isEqualTo(1);
        assertThat(droplet().status()).isEqualTo(Droplet.Status.ACTIVE);
        assertThat(actions()).containsExactly("power_on", "shutdown");
    }

    @Test
    void retriedOrderTakesTheSizeOfTheCorrectedMapping() throws Exception {
        Map<String, Map<String, Long>> mapping = new LinkedHashMap<>(Map.of("s-2vcpu-4gb", LARGE));
        Host retried = new Host(
                cloud, () -> cloud.open(Settings.of(cloud.sandbox(), Map.of("sizeMapping", mapping))), host.resource());
        cloud.sandbox().faults().on(request -> isResize(request)).once(refusal("Size is not available."));
        assertThatThrownBy(() -> retried.setLimits(LARGE)).hasMessageContaining("Size is not available.");
        assertThat(retried.handle().text()).isEqualTo("resize s-2vcpu-4gb on");

        mapping.clear();
        mapping.put("s-4vcpu-8gb", LARGE);
        retried.restart().setLimits(LARGE);
        assertThat(droplet().size().slug()).isEqualTo("s-4vcpu-8gb");
        assertThat(droplet().status()).isEqualTo(Droplet.Status.ACTIVE);
        assertThat(retried.handle().text()).isEqualTo("resize s-4vcpu-8gb on");
    }

    @Test
    void mappingThatIsChangedToWhatCannotBeHadInTheMiddleOfAResizeEndsWithTheDropletOnAgain() throws Exception {
        Map<String, Map<String, Long>> mapping = new LinkedHashMap<>(Map.of("s-2vcpu-4gb", LARGE));
        Host changed = new Host(
                cloud,
                () -> cloud.open(Settings.of(cloud.sandbox(), Map.of("sizeMapping", mapping))),
                host.resource().withLimits(LARGE));
        while (droplet().status() != Droplet.Status.OFF) {
            changed.step(Kind.SET_LIMITS);
        }
        mapping.clear();
        mapping.put("no-such-size", LARGE);
        assertThatThrownBy(() -> changed.restart().setLimits(LARGE)).hasMessageContaining("no-such-size");
        assertThat(droplet().size().slug()).isEqualTo("s-1vcpu-1gb");
        assertThat(droplet().status()).isEqualTo(Droplet.Status.ACTIVE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Droplet already has a pending event.", "Droplet is locked"})
    void resizeThatMeetsALockIsAskedForAgain(String words) throws Exception {
        Faults.Rule rule = cloud.sandbox()
                .faults()
                .on(request -> isResize(request))
                .times(2, Fault.answer(Response.json(422, Map.of("id", "unprocessable_entity", "message", words))));
        host.setLimits(LARGE);
        assertThat(rule.struck()).isEqualTo(2);
        assertThat(droplet().size().slug()).isEqualTo("s-2vcpu-4gb");
        assertThat(droplet().status()).isEqualTo(Droplet.Status.ACTIVE);
    }

    private static Fault refusal(String words) {
        return Fault.answer(Response.json(422, Map.of("id", "unprocessable_entity", "message", words)));
    }

    private static boolean isResize(Request request) {
        return ACT.test(request) && request.json().path("type").asText().equals("resize");
    }

    @ParameterizedTest
    @CsvSource({"shutdown", "power_on"})
    void otherActionThatDigitalOceanFailsIsMadeUpFor(String type) throws Exception {
        cloud.sandbox().habits().failNext(type);
        host.setLimits(LARGE);
        assertThat(droplet().size().slug()).isEqualTo("s-2vcpu-4gb");
        assertThat(droplet().status()).isEqualTo(Droplet.Status.ACTIVE);
    }

    @Test
    void reportedLimitsDoNotFlap() throws Exception {
        assertThat(host.read().limits()).isEqualTo(SMALL);
        host.setLimits(LARGE);
        assertThat(host.read().limits()).isEqualTo(LARGE);
    }

    @Test
    void missingDropletCannotBeResized() {
        cloud.sandbox().removeDroplet(id);
        assertThatThrownBy(() -> host.setLimits(LARGE)).hasMessageContaining("no longer exists");
        assertThat(cloud.sandbox().log().count(ACT)).isZero();
    }
}
