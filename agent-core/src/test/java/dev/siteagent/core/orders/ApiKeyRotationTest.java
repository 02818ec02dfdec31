package dev.siteagent.core.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.core.orders.ApiKeyRotation.KeyToRotate;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.ApiKeySnapshot;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.TransientBackendException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rotation of API keys, for a resource that has the two that every resource gets. */
class ApiKeyRotationTest {
    private static final Predicate<Request> SET_KEY =
            Requests.of("POST", "/api/marketplace-resource-api-keys/{uuid}/set_key/");

    private final OrderFixture fixture = new OrderFixture();
    private final MemoryCluster cluster = new MemoryCluster();
    private ApiKeyRotation rotation;
    private UUID resource;
    private String backendId;

    @BeforeEach
    void make() throws Exception {
        OrderSnapshot order = fixture.ordered();
        fixture.carryOut(cluster, order);
        resource = order.resource();
        backendId = fixture.resource(order).backendId();
        rotation = new ApiKeyRotation(fixture.client.apiKeys(), fixture.exposure);
        cluster.calls.clear();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private ApiKeySnapshot key(int index) {
        return fixture.waldur.apiKeys(resource).get(index);
    }

    private KeyToRotate asked() {
        ApiKeySnapshot key = key(0);
        fixture.waldur.requestKeyRotation(key.uuid());
        fixture.waldur.requests().clear();
        return new KeyToRotate(key.uuid(), resource, backendId, key.clientId());
    }

    @Test
    void theNewKeyWorksOnTheBackendAndIsTheOneWaldurKnows() throws Exception {
        KeyToRotate asked = asked();

        rotation.rotate(cluster, asked);

        assertThat(cluster.calls).containsExactly("rotate key-1 of " + backendId + " knowing Optional[[key-1, key-2]]");
        assertThat(key(0).state()).isEqualTo("OK");
        assertThat(key(0).clientId()).isEqualTo("key-3");
        assertThat(key(0).secret()).isEqualTo("secret of key-3");
        assertThat(cluster.keys).containsExactlyInAnyOrder("key-2", "key-3");
        assertThat(fixture.writes()).containsExactly("set_key");
    }

    @Test
    void anEventThatComesAgainRotatesNothing() throws Exception {
        KeyToRotate asked = asked();
        rotation.rotate(cluster, asked);

        rotation.rotate(cluster, asked);

        assertThat(cluster.calls).hasSize(1);
        assertThat(key(0).clientId()).isEqualTo("key-3");
    }

    @Test
    void aKeyThatIsAskedForAgainIsRotatedByItsPresentPublicHalf() throws Exception {
        KeyToRotate asked = asked();
        rotation.rotate(cluster, asked);
        fixture.waldur.requestKeyRotation(asked.uuid());

        rotation.rotate(cluster, asked);

        assertThat(cluster.calls).last().asString().startsWith("rotate key-3 ");
        assertThat(cluster.keys).containsExactlyInAnyOrder("key-2", "key-4");
    }

    @Test
    void aBackendThatCannotIsToldToWaldurAndTheOldKeyStays() throws Exception {
        cluster.rotationFails = new PermanentBackendException("the key store is full");

        rotation.rotate(cluster, asked());

        assertThat(key(0).state()).isEqualTo("Erred");
        assertThat(key(0).errorMessage()).isEqualTo("the key store is full");
        assertThat(cluster.keys).containsExactlyInAnyOrder("key-1", "key-2");
    }

    @Test
    void aFaultOfThePluginIsToldToWaldurToo() throws Exception {
        cluster.rotationFault = new IllegalStateException("bug");

        rotation.rotate(cluster, asked());

        assertThat(key(0).state()).isEqualTo("Erred");
        assertThat(key(0).errorMessage()).isEqualTo("bug");
    }

    @Test
    void aBackendWithoutKeysIsToldToWaldur() throws Exception {
        rotation.rotate(new MemoryCloud(), asked());

        assertThat(key(0).state()).isEqualTo("Erred");
        assertThat(key(0).errorMessage()).contains("has no API keys");
    }

    @Test
    void aPassingFailureLeavesTheKeyToTheNextAttempt() {
        cluster.rotationFails = new TransientBackendException("busy", null);
        KeyToRotate asked = asked();

        assertThatThrownBy(() -> rotation.rotate(cluster, asked)).isSameAs(cluster.rotationFails);

        assertThat(key(0).state()).isEqualTo("Updating");
        assertThat(fixture.writes()).isEmpty();
    }

    @Test
    void anOutageOfWaldurAfterTheRotationIsEndedByAnotherRotation() throws Exception {
        KeyToRotate asked = asked();
        fixture.waldur.faults().on(SET_KEY).always(Fault.answer(Response.text(503, "down")));

        assertThatThrownBy(() -> rotation.rotate(cluster, asked)).isInstanceOf(WaldurUnavailableException.class);
        assertThat(key(0).state()).isEqualTo("Updating");
        fixture.waldur.faults().clear();
        rotation.rotate(cluster, asked);

        assertThat(key(0).state()).isEqualTo("OK");
        assertThat(cluster.keys).contains(key(0).clientId());
    }

    @Test
    void aNewKeyThatWaldurRefusesIsErredWithAWordOnWhatToDo() throws Exception {
        fixture.waldur.faults().on(SET_KEY).once(Fault.answer(Response.text(400, "too long")));

        rotation.rotate(cluster, asked());

        assertThat(key(0).state()).isEqualTo("Erred");
        assertThat(key(0).errorMessage()).contains("rotate it again");
    }

    @Test
    void onlyKeysThatWaitForLongAreStuck() throws Exception {
        KeyToRotate asked = asked();

        List<KeyToRotate> now = rotation.stuck(fixture.offering, Instant.now().minusSeconds(1800));
        List<KeyToRotate> later = rotation.stuck(fixture.offering, Instant.now().plusSeconds(1));

        assertThat(now).isEmpty();
        assertThat(later).containsExactly(asked);
    }
}
