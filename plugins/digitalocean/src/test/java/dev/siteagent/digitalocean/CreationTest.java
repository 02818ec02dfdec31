package dev.siteagent.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.siteagent.sandbox.digitalocean.Droplet;
import dev.siteagent.sandbox.http.Body;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWork.Kind;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CreationTest {
    private static final Predicate<Request> CREATE = Requests.of("POST", "/v2/droplets");

    private final Cloud cloud = new Cloud();

    @AfterEach
    void close() {
        cloud.close();
    }

    @Test
    void dropletIsMadeAsOrderedAndShownOnceItIsActive() throws Exception {
        Resource order = Cloud.ordered(
                "Web Сервер",
                Map.of(
                        "region", "fra1",
                        "image", "ubuntu-24-04-x64",
                        "size", "s-1vcpu-1gb",
                        "user_data", "#cloud-config\n# é 你好",
                        "tags", List.of("env:prod"),
                        "ipv6", true),
                Map.of());
        BackendResource made = new Host(cloud, order).create();

        Droplet droplet = cloud.dropletsOf(order).get(0);
        assertThat(made.backendId()).isEqualTo(Long.toString(droplet.id()));
        assertThat(droplet.id()).isGreaterThan(Integer.MAX_VALUE);
        assertThat(droplet.name()).isEqualTo("web-server");
        assertThat(droplet.userData()).isEqualTo("#cloud-config\n# é 你好");
        assertThat(droplet.tags()).containsExactly(Cloud.tag(order), "env:prod");
        assertThat(made.ready()).isTrue();
        assertThat(made.power()).isEqualTo(BackendResource.Power.ON);
        assertThat(made.limits()).isEqualTo(Map.of("cpu", 1L, "ram", 1024L, "disk", 25L * 1024));
    }

    @Test
    void metadataShowsTheDropletAndTheAccount() throws Exception {
        Resource order = Cloud.ordered("web");
        Map<String, Object> metadata = new Host(cloud, order).create().metadata();
        Droplet droplet = cloud.dropletsOf(order).get(0);

        assertThat(metadata).containsEntry("backend_type", "digitalocean");
        assertThat(metadata).containsEntry("account", cloud.sandbox().account().teamUuid());
        Map<?, ?> shown = (Map<?, ?>) metadata.get("droplet");
        assertThat(shown.get("id")).isEqualTo(Long.toString(droplet.id()));
        assertThat(shown.get("name")).isEqualTo("web");
        assertThat(shown.get("status")).isEqualTo("active");
        assertThat(shown.get("region")).isEqualTo("fra1");
        assertThat(shown.get("size_slug")).isEqualTo("s-1vcpu-1gb");
        assertThat(shown.get("image")).isEqualTo("ubuntu-24-04-x64");
        assertThat(shown.get("created_at")).isEqualTo("2026-03-01T12:00:00Z");
        Map<?, ?> networks = (Map<?, ?>) shown.get("networks");
        assertThat(networks.get("public_ipv4")).isEqualTo(droplet.publicIpv4());
        assertThat(networks.get("private_ipv4")).isEqualTo(droplet.privateIpv4());
        assertThat(networks.containsKey("public_ipv6")).isTrue();
        assertThat(networks.get("public_ipv6")).isNull();
    }

    @Test
    void orderWaitsWhileTheDropletBootsWithItsIdKnown() throws Exception {
        cloud.sandbox().habits().bootDuration(Duration.ofSeconds(40));
        Resource order = Cloud.ordered("web");
        Host host = new Host(cloud, order);
        Outcome announced = host.step(Kind.CREATE);
        assertThat(cloud.sandbox().createCount())
                .as("nothing is made before the handle is stored")
                .isZero();
        assertThat(((Outcome.Pending) announced).handle().isEmpty()).isFalse();

        Outcome.Pending made = (Outcome.Pending) host.step(Kind.CREATE);
        String id = Long.toString(cloud.dropletsOf(order).get(0).id());
        assertThat(made.backendId()).contains(id);

        BackendResource booting = host.read();
        assertThat(booting.ready()).isFalse();
        Map<?, ?> networks = (Map<?, ?>) ((Map<?, ?>) booting.metadata().get("droplet")).get("networks");
        assertThat(networks.get("public_ipv4")).isNull();
        assertThat(host.create().ready()).isTrue();
    }

    @Test
    void tagsInAnotherCapitalisationAreRecognised() throws Exception {
        cloud.sandbox().habits().tagSpelling(tag -> tag.toUpperCase(Locale.ROOT));
        Resource order = Cloud.ordered("web");
        new Host(cloud, order).create();
        new Host(cloud, order).create();
        assertThat(cloud.sandbox().createCount()).isEqualTo(1);
    }

    @Test
    void crashRightAfterTheCreateAdoptsTheDropletThoughNoListingShowsItYet() throws Exception {
        cloud.sandbox().habits().listingLag(Duration.ofSeconds(20));
        Resource order = Cloud.ordered("web");
        Host host = new Host(cloud, order);
        host.step(Kind.CREATE);
        Handle stored = host.handle();
        // The process dies after DigitalOcean made the droplet and before anything was recorded.
        host.backend().poll(List.of(new PendingWork(Kind.CREATE, order, stored)));
        assertThat(cloud.sandbox().createCount()).isEqualTo(1);

        host.restart().create();
        assertThat(cloud.sandbox().createCount()).isEqualTo(1);
        assertThat(host.resource().backendId())
                .contains(Long.toString(cloud.dropletsOf(order).get(0).id()));
    }

    @Test
    void crashBeforeTheCreateWasSentMakesTheDropletLater() throws Exception {
        Resource order = Cloud.ordered("web");
        Host host = new Host(cloud, order);
        host.step(Kind.CREATE);
        host.restart().create();
        assertThat(cloud.sandbox().createCount()).isEqualTo(1);
    }

    @Test
    void createThatWasSentLongAfterItsHandleIsLookedForJustAsLong() throws Exception {
        cloud.sandbox().habits().listingLag(Duration.ofSeconds(20));
        Resource order = Cloud.ordered("web");
        Host host = new Host(cloud, order);
        host.step(Kind.CREATE);
        cloud.clock().advance(Duration.ofSeconds(60));
        host.backend().poll(List.of(new PendingWork(Kind.CREATE, order, host.handle())));
        assertThat(cloud.sandbox().createCount()).isEqualTo(1);

        host.restart().create();
        assertThat(cloud.sandbox().createCount()).isEqualTo(1);
    }

    static List<Fault> lostAnswers() {
        return List.of(
                Fault.answerLost(),
                Fault.stallAfterWork(Duration.ofSeconds(6)),
                Fault.truncate(),
                Fault.garbage(),
                Fault.garbage(Body.of("[]")),
                Fault.answerAfterWork(Response.empty(500)),
                Fault.answerAfterWork(Response.html(502, "<html>502</html>")));
    }

    @ParameterizedTest
    @MethodSource("lostAnswers")
    void lostAnswerToTheCreateNeverLeadsToASecondDroplet(Fault fault) throws Exception {
        cloud.answerTimeout(Duration.ofSeconds(2));
        cloud.sandbox().habits().listingLag(Duration.ofSeconds(20));
        cloud.sandbox().faults().on(CREATE).once(fault);
        Resource order = Cloud.ordered("web");
        Host host = new Host(cloud, order);
        host.create();
        assertThat(cloud.sandbox().createCount()).isEqualTo(1);
        assertThat(host.resource().backendId())
                .contains(Long.toString(cloud.dropletsOf(order).get(0).id()));
    }

    @Test
    void createThatNeverArrivedIsSentAgainAfterTheListingWasGivenTime() throws Exception {
        cloud.sandbox().faults().on(CREATE).once(Fault.reset());
        Resource order = Cloud.ordered("web");
        new Host(cloud, order).create();
        assertThat(cloud.sandbox().createCount()).isEqualTo(1);
        assertThat(cloud.sandbox().log().count(CREATE)).isEqualTo(2);
    }

    @Test
    void twoDropletsOfOneResourceAreAnErrorThatListsThemUntilOneIsGone() throws Exception {
        Resource order = Cloud.ordered("web");
        Droplet one = cloud.sandbox().addDroplet("web", Cloud.tag(order));
        Droplet two = cloud.sandbox().addDroplet("web", Cloud.tag(order));
        Host host = new Host(cloud, order);
        assertThatThrownBy(host::create)
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining(Long.toString(one.id()))
                .hasMessageContaining(Long.toString(two.id()));
        assertThat(cloud.sandbox().createCount()).isZero();

        cloud.sandbox().removeDroplet(two.id());
        assertThat(host.nextOrder().create().backendId()).isEqualTo(Long.toString(one.id()));
    }

    @Test
    void secondDropletMadeByAnotherAgentIsNoticedBeforeTheOrderIsDone() throws Exception {
        Resource order = Cloud.ordered("web");
        Host host = new Host(cloud, order);
        host.step(Kind.CREATE);
        host.step(Kind.CREATE);
        cloud.sandbox().addDroplet("web", Cloud.tag(order));
        assertThatThrownBy(host::create).hasMessageContaining("more than one droplet");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4})
    void noOrderIsDoneBesideADropletThatAnotherAgentMadeWhileListingsLagged(int polls) throws Exception {
        cloud.sandbox().habits().listingLag(Duration.ofSeconds(10)).bootDuration(Duration.ofSeconds(1));
        Resource order = Cloud.ordered("web");
        Host one = new Host(cloud, order);
        Host other = new Host(cloud, order);
        one.step(Kind.CREATE);
        other.step(Kind.CREATE);
        one.step(Kind.CREATE);
        for (int i = 1; i < polls; i++) {
            one.step(Kind.CREATE);
        }
        other.step(Kind.CREATE);
        assertThat(cloud.sandbox().createCount()).isEqualTo(2);

        for (Host host : List.of(one, other)) {
            assertThatThrownBy(host::create)
                    .isInstanceOf(PermanentBackendException.class)
                    .hasMessageContaining(one.resource().backendId().orElseThrow())
                    .hasMessageContaining(other.resource().backendId().orElseThrow());
        }
    }

    @Test
    void dropletOfAnotherAgentIsNotTakenForTheOneWhoseAnswerWasLost() throws Exception {
        cloud.sandbox().habits().listingLag(Duration.ofSeconds(20)).bootDuration(Duration.ofSeconds(1));
        cloud.sandbox().faults().on(CREATE).once(Fault.answerLost());
        Resource order = Cloud.ordered("web");
        Host host = new Host(cloud, order);
        host.step(Kind.CREATE);
        host.step(Kind.CREATE);
        cloud.sandbox().addDroplet("web", Cloud.tag(order));
        assertThatThrownBy(host::create).hasMessageContaining("more than one droplet");
    }

    @Test
    void loneDropletThatListingsShowLateIsInServiceSoonAfterwards() throws Exception {
        cloud.sandbox().habits().listingLag(Duration.ofSeconds(10)).bootDuration(Duration.ofSeconds(1));
        Instant start = cloud.clock().instant();
        Host host = new Host(cloud, Cloud.ordered("web"));
        host.create();
        assertThat(Duration.between(start, cloud.clock().instant())).isLessThan(Duration.ofSeconds(35));
        assertThat(cloud.sandbox().createCount()).isEqualTo(1);
    }

    @Test
    void dropletThatNoListingEverShowsIsInServiceAfterTheLongestLag() throws Exception {
        cloud.sandbox().habits().listingLag(Duration.ofHours(1));
        Instant start = cloud.clock().instant();
        new Host(cloud, Cloud.ordered("web")).create();
        assertThat(Duration.between(start, cloud.clock().instant()))
                .isBetween(Duration.ofSeconds(30), Duration.ofSeconds(35));
    }

    @Test
    void listingsThatDoNotLagCostNoWait() throws Exception {
        cloud.sandbox().habits().bootDuration(Duration.ofSeconds(1));
        Host host = new Host(cloud, Cloud.ordered("web"));
        host.step(Kind.CREATE);
        host.step(Kind.CREATE);
        assertThat(host.step(Kind.CREATE)).isInstanceOf(Outcome.Ready.class);
    }

    @Test
    void dropletWithTheTagsOfTwoResourcesIsNeverAdopted() {
        Resource order = Cloud.ordered("web");
        cloud.sandbox().addDroplet("web", Cloud.tag(order), Cloud.tag(Cloud.ordered("other")));
        assertThatThrownBy(new Host(cloud, order)::create)
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("owner tags");
    }

    @Test
    void orderCannotClaimAnotherResourcesDroplet() throws Exception {
        Resource victim = Cloud.ordered("victim");
        new Host(cloud, victim).create();
        Resource thief = Cloud.ordered(
                "thief",
                Map.of(
                        "region", "fra1",
                        "image", "ubuntu-24-04-x64",
                        "size", "s-1vcpu-1gb",
                        "tags", List.of(Cloud.tag(victim).toUpperCase(Locale.ROOT), "ok")),
                Map.of());
        new Host(cloud, thief).create();
        assertThat(cloud.dropletsOf(thief).get(0).tags()).containsExactly(Cloud.tag(thief), "ok");
        assertThat(cloud.dropletsOf(victim)).hasSize(1);
    }

    @Test
    void dropletDestroyedWhileItBootsIsNotMadeAgain() throws Exception {
        Resource order = Cloud.ordered("web");
        Host host = new Host(cloud, order);
        host.step(Kind.CREATE);
        host.step(Kind.CREATE);
        cloud.sandbox().removeDroplet(cloud.dropletsOf(order).get(0).id());
        assertThatThrownBy(host::create).hasMessageContaining("order a new one");
        assertThat(cloud.sandbox().createCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"region", "size", "image"})
    void invalidChoiceFailsTheOrderInDigitalOceansWords(String attribute) {
        Map<String, Object> attributes = new HashMap<>(Cloud.ATTRIBUTES);
        attributes.put(attribute, "no-such");
        assertThatThrownBy(new Host(cloud, Cloud.ordered("web", attributes, Map.of()))::create)
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("invalid " + attribute);
    }

    @Test
    void reachedDropletLimitSaysWhatToDo() {
        cloud.sandbox().habits().dropletLimit(0);
        assertThatThrownBy(new Host(cloud, Cloud.ordered("web"))::create)
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("raise the limit");
    }

    @Test
    void missingScopeIsNamed() {
        cloud.sandbox().lack(cloud.sandbox().token(), "droplet:create");
        assertThatThrownBy(new Host(cloud, Cloud.ordered("web"))::create)
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("scope droplet:create");
    }

    @Test
    void revokedTokenFailsThePreflight() {
        cloud.sandbox().revoke(cloud.sandbox().token());
        assertThatThrownBy(() -> cloud.open().preflight())
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("token")
                .hasMessageNotContaining(cloud.sandbox().token());
    }

    @Test
    void outageIsTransient() {
        cloud.sandbox().faults().on(Requests.any()).always(Fault.answer(Response.empty(503)));
        assertThatThrownBy(() -> cloud.open().preflight()).isInstanceOf(TransientBackendException.class);
    }

    @Test
    void waitForAPortKeepsTheOrderPendingUntilItAnswers() throws Exception {
        List<String> probes = new ArrayList<>();
        cloud.probe((host, port) -> probes.add(host + ":" + port) && probes.size() > 2);
        Map<String, Object> attributes = new HashMap<>(Cloud.ATTRIBUTES);
        attributes.put("wait_for", "port:22");
        Resource order = Cloud.ordered("web", attributes, Map.of());
        new Host(cloud, order).create();
        String address = cloud.dropletsOf(order).get(0).publicIpv4();
        assertThat(probes).hasSize(3).containsOnly(address + ":22");
    }

    @Test
    void projectThatCannotBeAssignedFailsTheOrderAndNamesTheDropletThatExists() {
        Map<String, Object> attributes = new HashMap<>(Cloud.ATTRIBUTES);
        attributes.put("project_id", "4e1bfbc3-dc3e-41f2-a18f-1b4d7ba71679");
        Resource order = Cloud.ordered("web", attributes, Map.of());
        Host host = new Host(cloud, order);
        BackendException failure = catchThrowableOfType(BackendException.class, host::create);
        assertThat(failure.backendId())
                .contains(Long.toString(cloud.dropletsOf(order).get(0).id()));
        assertThat(failure).hasMessageContaining("4e1bfbc3");
    }

    @Test
    void createBodyHasOnlyWhatWasAskedFor() throws Exception {
        new Host(cloud, Cloud.ordered("web")).create();
        JsonNode body = cloud.sandbox().log().all(CREATE).get(0).json();
        List<String> names = new ArrayList<>();
        body.fieldNames().forEachRemaining(names::add);
        assertThat(names).containsExactlyInAnyOrder("name", "region", "size", "image", "ssh_keys", "tags");
    }

    @Test
    void badOrderFailsBeforeAnyRequest() {
        Resource order = Cloud.ordered("web", Map.of("region", "fra1"), Map.of());
        assertThatThrownBy(() -> cloud.open().create(CreateRequest.of(order)))
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("size");
        assertThat(cloud.sandbox().log().count(Requests.writes())).isZero();
    }
}
