package dev.siteagent.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.digitalocean.keys.SampleKeys;
import dev.siteagent.digitalocean.keys.SampleKeys.Sample;
import dev.siteagent.sandbox.digitalocean.SshKey;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWork.Kind;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class KeysTest {
    private static final Predicate<Request> LISTING = Requests.of("GET", "/v2/account/keys");
    private static final Predicate<Request> LOOKUP = Requests.of("GET", "/v2/account/keys/{key}");
    private static final Predicate<Request> REGISTRATION = Requests.of("POST", "/v2/account/keys");

    private final Cloud cloud = new Cloud();

    @AfterEach
    void close() {
        cloud.close();
    }

    private static Resource ordered(Object... attributes) {
        Map<String, Object> all = new HashMap<>(Cloud.ATTRIBUTES);
        for (int i = 0; i < attributes.length; i += 2) {
            all.put((String) attributes[i], attributes[i + 1]);
        }
        return Cloud.ordered("web", all, Map.of());
    }

    private List<Long> keysOfDropletFor(Resource order) throws Exception {
        new Host(cloud, order).create();
        return cloud.dropletsOf(order).get(0).sshKeys();
    }

    static Stream<Sample> samples() {
        return SampleKeys.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void publicKeyIsMatchedByItsKeyMaterialNotByName(Sample key) throws Exception {
        SshKey known = cloud.sandbox().addKey("quite another name", key.line() + " elsewhere");
        assertThat(keysOfDropletFor(ordered("ssh_public_key", "restrict  " + key.line() + "\tme@host \n")))
                .containsExactly(known.id());
        assertThat(cloud.sandbox().keys()).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void publicKeyThatIsNotThereIsRegisteredOnce(Sample key) throws Exception {
        keysOfDropletFor(ordered("ssh_public_key", key.line(), "ssh_key_name", "Жук"));
        keysOfDropletFor(ordered("ssh_public_key", key.line() + " again", "ssh_key_name", "other"));
        assertThat(cloud.sandbox().keys()).hasSize(1);
        assertThat(cloud.sandbox().keys().get(0).name()).isEqualTo("Жук");
    }

    @Test
    void keyIsFoundByIdAndByFingerprint() throws Exception {
        SshKey known = cloud.sandbox().addKey("me", SampleKeys.RSA.line());
        assertThat(keysOfDropletFor(ordered("ssh_key_id", known.id()))).containsExactly(known.id());
        assertThat(keysOfDropletFor(ordered("ssh_key_id", Long.toString(known.id()))))
                .containsExactly(known.id());
        assertThat(keysOfDropletFor(ordered(
                        "ssh_key_fingerprint", "MD5:" + known.fingerprint().toUpperCase(Locale.ROOT))))
                .containsExactly(known.id());
    }

    @Test
    void keysAreNeverListedAndLookedUpOnce() throws Exception {
        SshKey known = cloud.sandbox().addKey("me", SampleKeys.RSA.line());
        DigitalOceanBackend backend = cloud.open();
        for (int i = 0; i < 5; i++) {
            new Host(cloud, () -> backend, ordered("ssh_key_id", known.id())).create();
        }
        assertThat(cloud.sandbox().log().count(LISTING)).isZero();
        assertThat(cloud.sandbox().log().count(LOOKUP)).isEqualTo(1);
    }

    @Test
    void keyIsRegisteredOnceHoweverManyOrdersRunAtOnce() throws Exception {
        DigitalOceanBackend backend = cloud.open();
        List<PendingWork> works = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Resource order = ordered("ssh_public_key", SampleKeys.ED25519.line() + " order " + i);
            Outcome.Pending announced = (Outcome.Pending) backend.create(CreateRequest.of(order));
            works.add(new PendingWork(Kind.CREATE, order, announced.handle()));
        }
        Map<UUID, Attempt<Outcome>> results = backend.poll(works);
        assertThat(results.values()).allMatch(result -> result instanceof Attempt.Succeeded);
        assertThat(cloud.sandbox().createCount()).isEqualTo(40);
        assertThat(cloud.sandbox().log().count(REGISTRATION)).isEqualTo(1);
        assertThat(cloud.sandbox().log().count(LOOKUP)).isEqualTo(1);
    }

    @Test
    void keyThatAnotherProcessRegistersInBetweenIsTaken() throws Exception {
        cloud.sandbox().faults().script(request -> {
            if (REGISTRATION.test(request) && cloud.sandbox().keys().isEmpty()) {
                cloud.sandbox().addKey("theirs", SampleKeys.ED25519.line());
            }
            return Optional.empty();
        });
        assertThat(keysOfDropletFor(ordered("ssh_public_key", SampleKeys.ED25519.line())))
                .containsExactly(cloud.sandbox().keys().get(0).id());
    }

    @Test
    void lostAnswerToARegistrationIsHarmless() throws Exception {
        cloud.sandbox().faults().on(REGISTRATION).once(Fault.answerLost());
        keysOfDropletFor(ordered("ssh_public_key", SampleKeys.ED25519.line()));
        assertThat(cloud.sandbox().keys()).hasSize(1);
    }

    @Test
    void keyThatCannotBeUsedRightAfterItWasRegisteredIsWaitedFor() throws Exception {
        cloud.sandbox().habits().keyLag(Duration.ofSeconds(20));
        assertThat(keysOfDropletFor(ordered("ssh_public_key", SampleKeys.ED25519.line())))
                .hasSize(1);
        assertThat(cloud.sandbox().createCount()).isEqualTo(1);
    }

    @Test
    void keyThatSomebodyRemovedIsRegisteredAnew() throws Exception {
        DigitalOceanBackend backend = cloud.open();
        new Host(cloud, () -> backend, ordered("ssh_public_key", SampleKeys.ED25519.line())).create();
        cloud.api().deleteSshKey(cloud.sandbox().keys().get(0).id());
        new Host(cloud, () -> backend, ordered("ssh_public_key", SampleKeys.ED25519.line())).create();
        assertThat(cloud.sandbox().keys()).hasSize(1);
        assertThat(cloud.sandbox().createCount()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "ssh_key_id, 987654321, 987654321",
        "ssh_key_fingerprint, 00:11:22:33:44:55:66:77:88:99:aa:bb:cc:dd:ee:ff, 00:11:22:33",
        "ssh_key_fingerprint, SHA256:abc, SHA256:abc",
        "ssh_public_key, ssh-ed25519 AAAA, my-key"
    })
    void badKeyFailsTheOrderAndIsNamed(String attribute, String value, String named) {
        assertThatThrownBy(new Host(cloud, ordered(attribute, value, "ssh_key_name", "my-key"))::create)
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining(named)
                .hasMessageContaining(attribute);
        assertThat(cloud.sandbox().createCount()).isZero();
    }

    @Test
    void missingKeyScopeIsNamed() {
        cloud.sandbox().lack(cloud.sandbox().token(), "ssh_key:create");
        assertThatThrownBy(new Host(cloud, ordered("ssh_public_key", SampleKeys.ED25519.line()))::create)
                .hasMessageContaining("ssh_key:create");
    }
}
