package dev.siteagent.hobbyfarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.hobbyfarm.accounts.Accounts;
import dev.siteagent.hobbyfarm.model.Conditions;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Faults;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What goes wrong around the bridge: in the end nothing is orphaned, and an operator is told what it waits for. */
class DisturbancesTest extends FarmTest {
    @Test
    void apiServerGoneForAMinuteIsOutlasted() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        farm.virtualMachine("dyn-2");
        farm.writes.refuse(true);
        farm.pass(Duration.ofSeconds(60));
        farm.writes.refuse(false);
        running("dyn-2");
        farm.writes.refuse(true);
        farm.deleteVirtualMachine("dyn-1");
        farm.pass(Duration.ofSeconds(60));
        farm.writes.refuse(false);
        gone("dyn-1");
        farm.deleteVirtualMachine("dyn-2");
        gone("dyn-2");
        assertThat(farm.cloud.createCount()).isEqualTo(2);
        assertThat(farm.cloud.droplets()).isEmpty();
        nothingLeft();
    }

    @Test
    void cloudThatIsDownDuringDeletionIsWaitedForAndTold() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        Faults.Rule outage = farm.cloud.faults().on(Requests.any()).always(Fault.answer(Response.text(503, "down")));
        farm.deleteVirtualMachine("dyn-1");
        farm.pass(Duration.ofSeconds(5));
        assertThat(farm.droplet("dyn-1")).isPresent();
        assertThat(farm.events("dyn-1"))
                .anyMatch(
                        event -> event.startsWith("DeleteFailed: dyn-1-droplet is not deleted yet and may cost money"));
        outage.remove();
        gone("dyn-1");
        assertThat(farm.cloud.droplets()).isEmpty();
        nothingLeft();
    }

    @Test
    void deletionThatFailsIsTriedAgainAfterGrowingPauses() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        farm.cloud.faults().on(DisturbancesTest::isDeletion).always(Fault.answer(Response.text(500, "oops")));
        farm.deleteVirtualMachine("dyn-1");
        farm.pass(Duration.ofSeconds(60));
        // Pauses of up to 1, 2, 4, 8, 16 and 30 s, each cut by chance to no less than a half.
        assertThat(farm.cloud.log().count(DisturbancesTest::isDeletion)).isBetween(4, 9);
        farm.cloud.faults().clear();
        gone("dyn-1");
    }

    @Test
    void keyWhoseRemovalFailsIsTriedAgainAfterGrowingPauses() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        farm.cloud.faults().on(DisturbancesTest::isKeyRemoval).always(Fault.answer(Response.text(500, "oops")));
        farm.deleteVirtualMachine("dyn-1");
        farm.pass(Duration.ofSeconds(60));
        assertThat(farm.cloud.log().count(DisturbancesTest::isKeyRemoval)).isBetween(3, 9);
        farm.cloud.faults().clear();
        gone("dyn-1");
        nothingLeft();
    }

    @Test
    void tokenSecretThatIsTornAwayIsWaitedForByName() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        ObjectRef secret = new ObjectRef(Kind.SECRET, Farm.TOKEN_SECRET);
        farm.patch(secret, Map.of("metadata", Map.of("finalizers", List.of())));
        farm.cluster.delete(secret);
        farm.deleteVirtualMachine("dyn-1");
        farm.pass(Duration.ofMinutes(2));
        assertThat(farm.droplet("dyn-1")).isPresent();
        assertThat(farm.cloud.droplets()).hasSize(1);
        assertThat(farm.events("dyn-1"))
                .anyMatch(event -> event.startsWith("TokenMissing: Secret " + Farm.TOKEN_SECRET + " "));

        farm.secret(Farm.TOKEN_SECRET, farm.cloud.token());
        gone("dyn-1");
        assertThat(farm.cloud.droplets()).isEmpty();
        nothingLeft();
    }

    @Test
    void revokedTokenIsToldAndARenewedOneTakenUp() {
        farm.secret(Farm.TOKEN_SECRET, farm.cloud.newToken());
        farm.template();
        farm.environment(specifics -> specifics, Map.of());
        String token = Accounts.value(farm.get(Kind.SECRET, Farm.TOKEN_SECRET).orElseThrow(), "token")
                .orElseThrow();
        farm.cloud.revoke(token);
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        farm.until("told", SOON, () -> farm.events("dyn-1").stream().anyMatch(event -> event.startsWith("Refused: ")));
        farm.pass(Duration.ofMinutes(1));
        // Each answer has a request id of its own; that alone is no news.
        assertThat(farm.events("dyn-1")).hasSize(1);
        assertThat(farm.cloud.log().count(Requests.path("/v2/account"))).isLessThanOrEqualTo(4);
        assertThat(farm.writes.all())
                .filteredOn(write -> write.contains("/virtualmachines/dyn-1/status"))
                .hasSize(1);
        farm.patch(
                new ObjectRef(Kind.SECRET, Farm.TOKEN_SECRET),
                Map.of(
                        "data",
                        Map.of(
                                "token",
                                Base64.getEncoder()
                                        .encodeToString(farm.cloud.token().getBytes(StandardCharsets.UTF_8)))));
        running("dyn-1");
    }

    @Test
    void keyThatTheCloudRefusesForAWhileIsRegisteredLater() {
        farm.usualEnvironment();
        farm.cloud
                .faults()
                .on(Requests.of("POST", "/v2/account/keys"))
                .times(
                        2,
                        Fault.answer(
                                Response.text(422, "{\"id\": \"unprocessable_entity\", \"message\": \"too many\"}")));
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        farm.until("told", SOON, () -> farm.events("dyn-1").stream().anyMatch(event -> event.startsWith("Refused: ")));
        farm.pass(Duration.ofMinutes(4));
        assertThat(farm.cloud.log().count(Requests.of("POST", "/v2/account/keys")))
                .isEqualTo(1);

        farm.until("runs", Duration.ofMinutes(25), () -> farm.running("dyn-1"));
        assertThat(farm.cloud.log().count(Requests.of("POST", "/v2/account/keys")))
                .isEqualTo(3);
    }

    /** A bridge that dies in the attempt leaves a key that nobody would look for if its object said that it was refused. */
    @Test
    void keyThatWasRefusedSaysSoNoMoreWhenItIsTriedAgain() {
        farm.usualEnvironment();
        List<String> reasons = new CopyOnWriteArrayList<>();
        farm.cloud.faults().script(request -> {
            if (!Requests.of("POST", "/v2/account/keys").test(request)) {
                return Optional.empty();
            }
            reasons.add(Conditions.of(farm.key("dyn-1").orElseThrow()).reason(Farm.NAMES.keyCreated()));
            return reasons.size() < 2
                    ? Optional.of(Fault.answer(
                            Response.text(422, "{\"id\": \"unprocessable_entity\", \"message\": \"too many\"}")))
                    : Optional.empty();
        });
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        farm.until("runs", Duration.ofMinutes(15), () -> farm.running("dyn-1"));
        assertThat(reasons).containsExactly("", "Waiting");
    }

    @Test
    void deletionWithARevokedTokenIsToldOnceInTenMinutes() {
        String token = farm.cloud.newToken();
        farm.secret(Farm.TOKEN_SECRET, token);
        farm.template();
        farm.environment(specifics -> specifics, Map.of());
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        farm.cloud.revoke(token);
        farm.deleteVirtualMachine("dyn-1");
        farm.pass(Duration.ofMinutes(5));
        assertThat(farm.events("dyn-1"))
                .filteredOn(event -> event.startsWith("DeleteFailed: "))
                .hasSize(1);
    }

    @Test
    void virtualMachineDeletedWhileItsDropletIsMadeLeavesNothing() {
        farm.usualEnvironment();
        farm.cloud.habits().listingLag(Duration.ofSeconds(20)).deleteIgnoredWhileLocked(true);
        farm.cloud.faults().on(Requests.of("POST", "/v2/droplets")).once(Fault.answerLost());
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        farm.until("made", SOON, () -> farm.cloud.createCount() == 1);
        farm.deleteVirtualMachine("dyn-1");
        farm.until("gone", Duration.ofMinutes(10), () -> farm.vm("dyn-1").isEmpty());
        assertThat(farm.cloud.droplets()).isEmpty();
        assertThat(new CloudConsole(farm.cloud).keys()).isZero();
        nothingLeft();
    }

    @Test
    void dropletWhoseIdCouldNotBeWrittenDownIsDeletedAndItsObjectGoes() {
        farm.usualEnvironment().startBridge();
        farm.cloud.tap((request, response) -> {
            if (Requests.of("POST", "/v2/droplets").test(request)) {
                farm.writes.refuse(true);
            }
        });
        farm.virtualMachine("dyn-1");
        farm.until("made", SOON, () -> farm.cloud.createCount() == 1);
        farm.cluster.delete(new ObjectRef(Farm.NAMES.machine(), "dyn-1-droplet"));
        farm.deleteVirtualMachine("dyn-1");
        farm.pass(Duration.ofSeconds(5));
        farm.writes.refuse(false);
        gone("dyn-1");
        assertThat(farm.cloud.createCount()).isEqualTo(1);
        assertThat(farm.cloud.droplets()).isEmpty();
        nothingLeft();
    }

    @Test
    void virtualMachineMadeAgainUnderTheSameNameGetsADropletOfItsOwn() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        long first = farm.cloud.droplets().get(0).id();
        farm.deleteVirtualMachine("dyn-1");
        farm.patch(new ObjectRef(Kind.VIRTUAL_MACHINE, "dyn-1"), Map.of("metadata", Map.of("finalizers", List.of())));
        farm.virtualMachine("dyn-1");
        farm.until("runs", Duration.ofMinutes(5), () -> farm.running("dyn-1"));
        assertThat(farm.cloud.droplets()).hasSize(1);
        assertThat(farm.cloud.droplets().get(0).id()).isNotEqualTo(first);
        String uid = farm.vm("dyn-1").orElseThrow().getMetadata().getUid();
        assertThat(farm.droplet("dyn-1").flatMap(Fields::owner)).contains(uid);
    }

    @Test
    void twoInstallationsOnOneAccountLeaveEachOthersMachinesAlone() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        try (Farm neighbour = new Farm(server(), farm.cloud, farm.time)) {
            neighbour.usualEnvironment().startBridge();
            neighbour.virtualMachine("dyn-1");
            neighbour.until("runs", WHILE, () -> neighbour.running("dyn-1"));
            farm.pass(Duration.ofMinutes(25));
            assertThat(farm.cloud.droplets()).hasSize(2);
            neighbour.deleteVirtualMachine("dyn-1");
            neighbour.until("gone", WHILE, () -> neighbour.vm("dyn-1").isEmpty());
            assertThat(farm.cloud.droplets()).hasSize(1);
        }
        farm.pass(Duration.ofMinutes(1));
        assertThat(farm.running("dyn-1")).isTrue();
    }

    @Test
    void dropletsPastTheLimitAreAskedForAgainWithoutHasteAndMadeOnceThereIsRoom() {
        farm.usualEnvironment();
        farm.cloud.habits().dropletLimit(0);
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        farm.virtualMachine("dyn-2");
        farm.until("told", SOON, () -> Stream.of("dyn-1", "dyn-2").allMatch(name -> farm.events(name).stream()
                .anyMatch(event -> event.startsWith("NotReady: ") && event.contains("droplet limit"))));
        farm.pass(Duration.ofMinutes(4));
        assertThat(creates()).as("at once, and not yet again").isEqualTo(2);
        farm.pass(Duration.ofMinutes(26));
        // Each after 5 to 10 minutes, over and over.
        assertThat(creates()).isBetween(2 * 4, 2 * 7);

        farm.cloud.habits().dropletLimit(1);
        farm.pass(Duration.ofMinutes(10));
        farm.until("one runs", WHILE, () -> farm.runningCount() == 1);
        assertThat(farm.cloud.droplets()).hasSize(1);
        farm.cloud.habits().dropletLimit(2);
        farm.pass(Duration.ofMinutes(10));
        farm.until("both run", WHILE, () -> farm.runningCount() == 2);
        assertThat(farm.cloud.createCount()).isEqualTo(2);
    }

    private int creates() {
        return farm.cloud.log().count(Requests.of("POST", "/v2/droplets"));
    }

    private static boolean isDeletion(Request request) {
        return request.method().equals("DELETE") && request.path().startsWith("/v2/droplets/");
    }

    private static boolean isKeyRemoval(Request request) {
        return request.method().equals("DELETE") && request.path().startsWith("/v2/account/keys/");
    }
}
