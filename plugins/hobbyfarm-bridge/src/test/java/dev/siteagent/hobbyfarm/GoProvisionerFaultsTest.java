package dev.siteagent.hobbyfarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.hobbyfarm.accounts.Accounts;
import dev.siteagent.hobbyfarm.model.Conditions;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import dev.siteagent.sandbox.digitalocean.Account;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Faults;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What the Go provisioner gets wrong, one test a fault, named after what must be right. */
class GoProvisionerFaultsTest extends FarmTest {
    private static final Predicate<Request> CREATE = Requests.of("POST", "/v2/droplets");

    @Test
    void failedCreateIsTriedAgainWhenTheFailureIsTransient() {
        farm.usualEnvironment();
        farm.cloud.faults().on(CREATE).times(3, Fault.answer(Response.text(503, "no server is available")));
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        farm.until("runs", Duration.ofMinutes(10), () -> farm.running("dyn-1"));
        assertThat(farm.cloud.createCount()).isEqualTo(1);
    }

    @Test
    void failedCreateIsTriedAgainWhenTheInputsChangeAndNotBefore() {
        farm.usualEnvironment();
        farm.patchEnvironment(Map.of("region", "nowhere1"));
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        farm.until(
                "refused",
                SOON,
                () -> conditions("dyn-1").status("DigitaloceanDropletExists") == Conditions.Status.FALSE);
        assertThat(conditions("dyn-1").reason("DigitaloceanDropletExists")).isEqualTo("Refused");
        assertThat(farm.events("dyn-1")).anyMatch(event -> event.startsWith("Refused: "));
        int creates = farm.cloud.log().count(CREATE);
        farm.pass(Duration.ofMinutes(10));
        assertThat(farm.cloud.log().count(CREATE)).isEqualTo(creates);

        farm.patchEnvironment(Map.of("region", "nyc1"));
        running("dyn-1");
        assertThat(farm.cloud.createCount()).isEqualTo(1);
    }

    @Test
    void crashBetweenTheCloudsAnswerAndTheStatusUpdateMakesNoSecondDroplet() {
        farm.usualEnvironment();
        farm.cloud.habits().listingLag(Duration.ofSeconds(20));
        farm.cloud.faults().on(CREATE).once(Fault.answerLost());
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        farm.until("made", SOON, () -> farm.cloud.createCount() == 1);
        farm.stopBridge();
        farm.startBridge();
        running("dyn-1");
        assertThat(farm.cloud.createCount()).isEqualTo(1);
        assertThat(farm.cloud.droplets()).hasSize(1);
    }

    @Test
    void lostAnswerOfACreateIsLookedForBeforeAnotherIsSent() {
        farm.usualEnvironment();
        farm.cloud.habits().listingLag(Duration.ofSeconds(25));
        farm.cloud.faults().on(CREATE).once(Fault.answerAfterWork(Response.text(502, "bad gateway")));
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        assertThat(farm.cloud.createCount()).isEqualTo(1);
    }

    @Test
    void deletionErrorKeepsTheFinalizerAndIsTriedAgain() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        Faults.Rule outage = farm.cloud
                .faults()
                .on(GoProvisionerFaultsTest::isDeletion)
                .always(Fault.answer(Response.text(500, "oops")));
        farm.deleteVirtualMachine("dyn-1");
        farm.pass(Duration.ofMinutes(2));

        GenericKubernetesResource droplet = farm.droplet("dyn-1").orElseThrow();
        assertThat(droplet.getFinalizers()).isNotEmpty();
        assertThat(farm.cloud.droplets()).hasSize(1);
        Map<String, Object> retry =
                Fields.maps(droplet.get("status", "retries")).get(0);
        assertThat(retry).containsEntry("action", "DeleteDroplet").containsEntry("maxRetries", 0);
        assertThat((Integer) retry.get("attempts")).isGreaterThan(1);
        assertThat(Fields.map(retry.get("lastAttemptResult"))).containsEntry("success", false);
        assertThat(farm.events("dyn-1")).anyMatch(event -> event.startsWith("DeleteFailed: "));

        outage.remove();
        gone("dyn-1");
        assertThat(farm.cloud.droplets()).isEmpty();
        nothingLeft();
    }

    @Test
    void deletionNeedsNeitherVirtualMachineNorEnvironment() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        farm.cluster.delete(new ObjectRef(Kind.ENVIRONMENT, Farm.ENVIRONMENT));
        farm.cluster.delete(new ObjectRef(Kind.TEMPLATE, Farm.TEMPLATE));
        hobbyFarmDeletes("dyn-1");
        nothingLeft();
        assertThat(farm.cloud.droplets()).isEmpty();
    }

    @Test
    void tokenSecretIsProtectedWhileMachinesDependOnIt() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        farm.cluster.delete(new ObjectRef(Kind.SECRET, Farm.TOKEN_SECRET));
        farm.pass(Duration.ofMinutes(1));
        assertThat(farm.get(Kind.SECRET, Farm.TOKEN_SECRET)).isPresent();

        farm.deleteVirtualMachine("dyn-1");
        gone("dyn-1");
        assertThat(farm.cloud.droplets()).isEmpty();
        farm.until("released", WHILE, () -> farm.get(Kind.SECRET, Farm.TOKEN_SECRET)
                .isEmpty());
    }

    @Test
    void copyOfAPlaintextTokenIsRemovedAlsoWhenTheBridgeDiesOverIt() {
        farm.template();
        farm.environment(
                specifics -> {
                    specifics.put("token", farm.cloud.token());
                    specifics.remove("token-secret");
                    return specifics;
                },
                Map.of());
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        String copy = Fields.text(farm.droplet("dyn-1").orElseThrow(), "status", "secret")
                .orElseThrow();
        farm.writes.refuseAfter("/secrets/" + copy);
        farm.deleteVirtualMachine("dyn-1");
        farm.until("the copy is being given up", Duration.ofMinutes(15), farm.writes::refusing);
        farm.stopBridge();
        farm.writes.refuse(false);
        farm.startBridge();
        nothingLeft();
        assertThat(farm.get(Kind.SECRET, copy)).isEmpty();
    }

    @Test
    void plaintextTokenIsCopiedIntoASecretOfTheBridgesOwn() {
        farm.template();
        farm.environment(
                specifics -> {
                    specifics.put("token", farm.cloud.token());
                    specifics.remove("token-secret");
                    return specifics;
                },
                Map.of());
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        String copy = Fields.text(farm.droplet("dyn-1").orElseThrow(), "status", "secret")
                .orElseThrow();
        assertThat(Accounts.value(farm.get(Kind.SECRET, copy).orElseThrow(), "token"))
                .contains(farm.cloud.token());

        farm.cluster.delete(new ObjectRef(Kind.ENVIRONMENT, Farm.ENVIRONMENT));
        hobbyFarmDeletes("dyn-1");
        nothingLeft();
        assertThat(farm.cloud.droplets()).isEmpty();
        assertThat(farm.get(Kind.SECRET, copy)).isEmpty();
    }

    @Test
    void notFoundInAnotherAccountIsNotGone() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        farm.stopBridge();
        Account before = farm.cloud.account();
        farm.cloud.account(new Account("0123456789abcdef", "fedcba9876543210", "Others", "somebody@example.com"));
        farm.startBridge();
        farm.deleteVirtualMachine("dyn-1");
        farm.pass(Duration.ofMinutes(2));
        assertThat(farm.droplet("dyn-1")).isPresent();
        assertThat(farm.events("dyn-1")).anyMatch(event -> event.startsWith("OtherAccount: "));

        farm.stopBridge();
        farm.cloud.account(before);
        farm.startBridge();
        gone("dyn-1");
        assertThat(farm.cloud.droplets()).isEmpty();
    }

    @Test
    void dropletAndKeyFinishAloneWhenHobbyFarmClearsAllFinalizers() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        hobbyFarmDeletes("dyn-1");
        nothingLeft();
        assertThat(farm.cloud.droplets()).isEmpty();
        assertThat(new CloudConsole(farm.cloud).keys()).isZero();
    }

    @Test
    void sweepFindsObjectsWhoseVirtualMachineWentWhileTheBridgeWasAway() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        farm.stopBridge();
        hobbyFarmDeletes("dyn-1");
        assertThat(farm.vm("dyn-1")).isEmpty();
        farm.startBridge();
        nothingLeft();
        assertThat(farm.cloud.droplets()).isEmpty();
    }

    @Test
    void sweepDeletesDropletsOfThisSiteWhoseObjectIsGoneOnceTheyAreOldEnough() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        List<String> tags = farm.cloud.droplets().get(0).tags();
        String site = tags.stream()
                .filter(tag -> tag.startsWith("hobbyfarm-site:"))
                .findFirst()
                .orElseThrow();
        long stranger = farm.cloud
                .addDroplet("stray", "hobbyfarm-vm:11111111-2222-3333-4444-555555555555", site)
                .id();
        long neighbour = farm.cloud
                .addDroplet("neighbour", "hobbyfarm-vm:11111111-2222-3333-4444-666666666666", site + "-2")
                .id();
        farm.pass(Duration.ofMinutes(9));
        assertThat(farm.cloud.droplet(stranger)).isPresent();
        farm.until("swept", Duration.ofMinutes(15), () -> farm.cloud
                .droplet(stranger)
                .isEmpty());
        assertThat(farm.cloud.droplet(neighbour)).isPresent();
        assertThat(farm.running("dyn-1")).isTrue();
    }

    @Test
    void archivedDropletTerminatesAndTaintsItsVirtualMachine() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        farm.cloud.habits().archiveAfterDelete(true);
        new CloudConsole(farm.cloud).destroy(farm.cloud.droplets().get(0).id());
        farm.until("terminating", WHILE, () -> farm.status("dyn-1", "status").equals("terminating"));
        assertThat(farm.status("dyn-1", "tainted")).isEqualTo("true");
        farm.deleteVirtualMachine("dyn-1");
        gone("dyn-1");
    }

    @Test
    void environmentThatIsNotThereYetIsWaitedFor() {
        farm.secret(Farm.TOKEN_SECRET, farm.cloud.token());
        farm.template();
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        farm.until("told", SOON, () -> farm.events("dyn-1").stream()
                .anyMatch(event -> event.startsWith("EnvironmentMissing: Environment do-nyc1 ")));
        assertThat(farm.cloud.log().count(CREATE)).isZero();
        farm.environment(specifics -> specifics, Map.of());
        running("dyn-1");
    }

    @Test
    void statusUpdatesOfHobbyFarmAndBridgeDoNotOverwriteEachOther() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        ObjectRef ref = new ObjectRef(Kind.VIRTUAL_MACHINE, "dyn-1");
        for (int write = 0; write < 40; write++) {
            farm.patchStatus(ref, Map.of("ws_endpoint", "wss://shell-" + write + ".example.com"));
            farm.pass(Duration.ofSeconds(1));
        }
        running("dyn-1");
        assertThat(farm.status("dyn-1", "ws_endpoint")).isEqualTo("wss://shell-39.example.com");
        assertThat(farm.status("dyn-1", "environment_id")).isEqualTo(Farm.ENVIRONMENT);
        assertThat(farm.status("dyn-1", "public_ip")).isNotEmpty();
    }

    private static boolean isDeletion(Request request) {
        return request.method().equals("DELETE") && request.path().startsWith("/v2/droplets/");
    }

    /** As HobbyFarm does from 3.2 on: it deletes, and takes all finalizers off. */
    private void hobbyFarmDeletes(String name) {
        farm.deleteVirtualMachine(name);
        ObjectRef ref = new ObjectRef(Kind.VIRTUAL_MACHINE, name);
        if (farm.cluster.get(ref).isPresent()) {
            farm.patch(ref, Map.of("metadata", Map.of("finalizers", List.of())));
        }
    }

    private Conditions conditions(String name) {
        return farm.droplet(name)
                .map(Conditions::of)
                .orElseGet(() -> Conditions.of(farm.vm(name).orElseThrow()));
    }
}
