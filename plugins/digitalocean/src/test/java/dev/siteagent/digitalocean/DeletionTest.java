package dev.siteagent.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.sandbox.digitalocean.Account;
import dev.siteagent.sandbox.digitalocean.Droplet;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Faults;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork.Kind;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class DeletionTest {
    private static final Predicate<Request> DELETE = Requests.of("DELETE", "/v2/droplets/{id}");

    private final Cloud cloud = new Cloud();

    @AfterEach
    void close() {
        cloud.close();
    }

    private Host made(String name) throws Exception {
        Host host = new Host(cloud, Cloud.ordered(name));
        host.create();
        return host.nextOrder();
    }

    @Test
    void orderIsDoneOnlyWhenTheDropletIsNoLongerKnown() throws Exception {
        cloud.sandbox().habits().deleteDuration(Duration.ofSeconds(10));
        Host host = made("web");
        long id = Long.parseLong(host.resource().backendId().orElseThrow());
        Outcome first = host.step(Kind.DELETE);
        assertThat(first).isInstanceOf(Outcome.Pending.class);
        assertThat(cloud.sandbox().droplet(id)).isPresent();
        host.delete();
        assertThat(cloud.sandbox().droplet(id)).isEmpty();
    }

    @Test
    void requestThatWasIgnoredIsMadeAgain() throws Exception {
        cloud.sandbox().habits().bootDuration(Duration.ofSeconds(20)).deleteIgnoredWhileLocked(true);
        Host host = new Host(cloud, Cloud.ordered("web"));
        host.step(Kind.CREATE);
        host.step(Kind.CREATE);
        host.nextOrder().delete();
        assertThat(cloud.sandbox().droplets()).isEmpty();
        assertThat(cloud.sandbox().log().count(DELETE)).isGreaterThan(1);
    }

    @ParameterizedTest
    @CsvSource({"422, Droplet already has a pending event.", "422, Droplet is locked", "409, conflict"})
    void deletionThatMeetsALockIsAskedForAgain(int status, String words) throws Exception {
        Host host = made("web");
        Faults.Rule rule = cloud.sandbox()
                .faults()
                .on(DELETE)
                .times(2, Fault.answer(Response.json(status, Map.of("id", "unprocessable_entity", "message", words))));
        host.delete();
        assertThat(rule.struck()).isEqualTo(2);
        assertThat(cloud.sandbox().droplets()).isEmpty();
    }

    @Test
    void archivedDropletCountsAsGone() throws Exception {
        cloud.sandbox().habits().archiveAfterDelete(true);
        Host host = made("web");
        host.delete();
        assertThat(cloud.dropletsOf(host.resource())).isEmpty();
    }

    @Test
    void dropletThatIsGoneAlreadyIsSuccess() throws Exception {
        Host host = made("web");
        cloud.sandbox().removeDroplet(Long.parseLong(host.resource().backendId().orElseThrow()));
        host.delete();
        assertThat(cloud.sandbox().log().count(DELETE)).isZero();
    }

    @Test
    void dropletOfAnotherResourceIsNeverTouched() throws Exception {
        Host other = made("other");
        Resource mixedUp =
                Cloud.ordered("web").withBackendId(other.resource().backendId().orElseThrow());
        assertThatThrownBy(new Host(cloud, mixedUp)::delete)
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining(Cloud.tag(other.resource()));
        assertThat(cloud.dropletsOf(other.resource())).hasSize(1);
        assertThat(cloud.sandbox().log().count(DELETE)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hobbyfarm-vm:5f0c", "Waldur-Resource:ffffffffffffffffffffffffffffffff"})
    void dropletWithAnyOtherOwnersTagIsNeverTouched(String tag) {
        Droplet foreign = cloud.sandbox().addDroplet("machine", tag);
        Resource mixedUp = Cloud.ordered("web").withBackendId(Long.toString(foreign.id()));
        assertThatThrownBy(new Host(cloud, mixedUp)::delete).isInstanceOf(PermanentBackendException.class);
        assertThat(cloud.sandbox().droplet(foreign.id())).isPresent();
    }

    @Test
    void dropletThatCarriesAlsoAnotherResourcesTagIsNeverTouched() throws Exception {
        Host host = made("web");
        long id = Long.parseLong(host.resource().backendId().orElseThrow());
        cloud.sandbox().tagDroplet(id, Cloud.tag(Cloud.ordered("other")));
        assertThatThrownBy(host::delete).isInstanceOf(PermanentBackendException.class);
        assertThat(cloud.sandbox().droplet(id)).isPresent();
    }

    @Test
    void dropletMadeByHandIsDestroyed() throws Exception {
        Droplet byHand = cloud.sandbox().addDroplet("imported", "web");
        new Host(cloud, Cloud.ordered("web").withBackendId(Long.toString(byHand.id()))).delete();
        assertThat(cloud.sandbox().droplet(byHand.id())).isEmpty();
    }

    @Test
    void everyDropletOfTheResourceGoes() throws Exception {
        Host host = made("web");
        cloud.sandbox().addDroplet("stray", Cloud.tag(host.resource()));
        host.delete();
        assertThat(cloud.sandbox().droplets()).isEmpty();
    }

    @Test
    void recordedDropletIsNotLostSightOfForAStrayOne() throws Exception {
        cloud.sandbox().habits().bootDuration(Duration.ofSeconds(20)).deleteIgnoredWhileLocked(true);
        Host host = new Host(cloud, Cloud.ordered("web"));
        host.step(Kind.CREATE);
        host.step(Kind.CREATE);
        String recorded = host.resource().backendId().orElseThrow();
        cloud.sandbox().untagDroplet(Long.parseLong(recorded), Cloud.tag(host.resource()));
        cloud.sandbox().addDroplet("stray", Cloud.tag(host.resource()));

        host.nextOrder().step(Kind.DELETE);
        assertThat(host.resource().backendId()).contains(recorded);
        host.delete();
        assertThat(cloud.sandbox().droplets()).isEmpty();
    }

    @Test
    void resourceWithoutIdIsFoundByItsTagAndAMissIsRepeated() throws Exception {
        Resource lost = Cloud.ordered("web");
        cloud.sandbox().habits().listingLag(Duration.ofSeconds(20));
        Host creator = new Host(cloud, lost);
        creator.step(Kind.CREATE);
        creator.step(Kind.CREATE);
        assertThat(cloud.sandbox().createCount()).isEqualTo(1);

        Host host = new Host(cloud, lost);
        Outcome missed = host.step(Kind.DELETE);
        assertThat(missed).isInstanceOf(Outcome.Pending.class);
        host.restart().delete();
        assertThat(cloud.sandbox().droplets()).isEmpty();
    }

    @Test
    void backendIdThatIsNoDropletsIdIsAnError() {
        Resource strange = Cloud.ordered("web").withBackendId("vm-17");
        assertThatThrownBy(new Host(cloud, strange)::delete)
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("'vm-17'");
    }

    @Test
    void tokenOfAnotherTeamNeverMakesATerminateOrASyncBelieveTheMachinesAreGone() throws Exception {
        Host host = made("web");
        Account before = cloud.sandbox().account();
        cloud.sandbox().removeDroplet(Long.parseLong(host.resource().backendId().orElseThrow()));
        cloud.sandbox().account(new Account("another", "other-team", "Other", "o@example.com"));

        assertThatThrownBy(host.restart()::delete)
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("other-team")
                .hasMessageContaining(before.teamUuid());
        Map<?, Lookup<BackendResource>> read = host.backend().read(List.of(host.resource()));
        assertThat(read.get(host.resource().uuid())).isInstanceOf(Lookup.Failed.class);
    }

    @Test
    void tokenThatBelongsToAnotherTeamAllAtOnceIsNoticedToo() throws Exception {
        Host host = made("web");
        cloud.sandbox().removeDroplet(Long.parseLong(host.resource().backendId().orElseThrow()));
        cloud.sandbox().account(new Account("another", "other-team", "Other", "o@example.com"));
        cloud.clock().advance(Duration.ofMinutes(2));
        assertThatThrownBy(host::delete).hasMessageContaining("other-team");
    }

    @Test
    void whereNoAccountIsRecordedAMissCounts() throws Exception {
        Host host = made("web");
        cloud.sandbox().removeDroplet(Long.parseLong(host.resource().backendId().orElseThrow()));
        host.with(Cloud.withMetadata(host.resource(), Map.of())).delete();
    }

    @Test
    void missFromAProxyIsNotBelieved() throws Exception {
        Host host = made("web");
        cloud.sandbox()
                .faults()
                .on(Requests.path("/v2/droplets/{id}"))
                .times(3, Fault.answer(Response.html(404, "<html>no such page</html>")));
        host.delete();
        assertThat(cloud.sandbox().droplets()).isEmpty();
    }

    @Test
    void missOfTheDeleteAloneIsNotBelieved() throws Exception {
        Host host = made("web");
        cloud.sandbox()
                .faults()
                .on(DELETE)
                .once(Fault.answer(Response.json(
                        404,
                        Map.of("id", "not_found", "message", "The resource you were accessing could not be found."))));
        host.delete();
        assertThat(cloud.sandbox().droplets()).isEmpty();
    }

    @Test
    void dropletThatListingsShowAfterItIsGoneHoldsNothingUp() throws Exception {
        Host host = made("web");
        long id = Long.parseLong(host.resource().backendId().orElseThrow());
        cloud.sandbox().faults().script(request -> {
            if (DELETE.test(request)) {
                cloud.sandbox().removeDroplet(id);
            }
            return Optional.empty();
        });
        assertThat(host.step(Kind.DELETE)).isInstanceOf(Outcome.Ready.class);
    }

    @Test
    void lostAnswerToADeleteIsHarmless() throws Exception {
        Host host = made("web");
        cloud.sandbox().faults().on(DELETE).once(Fault.answerLost());
        host.delete();
        assertThat(cloud.sandbox().droplets()).isEmpty();
    }
}
