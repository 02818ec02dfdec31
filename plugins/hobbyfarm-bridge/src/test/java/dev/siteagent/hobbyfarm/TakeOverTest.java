package dev.siteagent.hobbyfarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.hobbyfarm.cluster.Definitions;
import dev.siteagent.hobbyfarm.model.Conditions;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import dev.siteagent.sandbox.digitalocean.Droplet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Objects that the Go provisioner left, in every phase: they are continued, and nothing is made twice. */
class TakeOverTest extends FarmTest {
    private GoObjects go;

    @BeforeEach
    void goProvisionerWasHere() {
        new Definitions(server().client()).install(Farm.NAMES);
        farm.usualEnvironment();
        farm.until("definitions are served", SOON, () -> served());
        go = new GoObjects(farm).virtualMachine();
    }

    private boolean served() {
        return server().client()
                        .genericKubernetesResources(Farm.NAMES.key().context())
                        .inNamespace(farm.namespace)
                        .list()
                != null;
    }

    @Test
    void secretAloneIsContinuedWithTheSameKeyPair() {
        go.secret();
        Optional<String> before = Fields.text(farm.keysSecret("dyn-1").orElseThrow(), "data", "public_key");
        farm.startBridge();
        running("dyn-1");
        assertThat(Fields.text(farm.keysSecret("dyn-1").orElseThrow(), "data", "public_key"))
                .isPresent()
                .isEqualTo(before);
        allIsOwned();
        leavesNothing();
    }

    @Test
    void keyObjectThatIsNotRegisteredIsRegistered() {
        go.secret().key();
        farm.startBridge();
        running("dyn-1");
        allIsOwned();
        leavesNothing();
    }

    @Test
    void keyThatWasRegisteredAndNotWrittenDownIsFoundByItsFingerprint() {
        go.secret().key().keyRegistered();
        farm.patchStatus(
                new ObjectRef(Farm.NAMES.key(), "dyn-1-droplet-key"), Map.of("key", Map.of(), "conditions", List.of()));
        farm.startBridge();
        running("dyn-1");
        assertThat(new CloudConsole(farm.cloud).keys()).isEqualTo(1);
        leavesNothing();
    }

    @Test
    void registeredKeyIsUsed() {
        go.secret().key().keyRegistered();
        farm.startBridge();
        running("dyn-1");
        assertThat(new CloudConsole(farm.cloud).keys()).isEqualTo(1);
        assertThat(farm.cloud.createCount()).isEqualTo(1);
        allIsOwned();
        leavesNothing();
    }

    @Test
    void dropletObjectWithoutADropletGetsOne() {
        go.secret().key().keyRegistered().droplet();
        farm.startBridge();
        running("dyn-1");
        assertThat(farm.cloud.createCount()).isEqualTo(1);
        leavesNothing();
    }

    @Test
    void dropletThatWasMadeAndNotWrittenDownIsFoundByItsNameAndTagged() {
        go.secret().key().keyRegistered().droplet().dropletMade();
        farm.startBridge();
        running("dyn-1");
        assertThat(farm.cloud.createCount()).isZero();
        assertThat(farm.cloud.droplets()).hasSize(1);
        String uid = farm.vm("dyn-1").orElseThrow().getMetadata().getUid();
        farm.until("tagged", SOON, () -> farm.cloud.droplets().get(0).tags().contains("hobbyfarm-vm:" + uid));
        allIsOwned();
        leavesNothing();
    }

    @Test
    void severalDropletsOfTheNameStopWithACondition() {
        go.secret().key().keyRegistered().droplet().dropletMade().dropletMade();
        farm.startBridge();
        farm.until("told", WHILE, () -> farm.events("dyn-1").stream()
                .anyMatch(event -> event.startsWith("SeveralMachines: ")));
        Conditions conditions = Conditions.of(farm.droplet("dyn-1").orElseThrow());
        assertThat(conditions.status("DigitaloceanDropletExists")).isEqualTo(Conditions.Status.FALSE);
        assertThat(farm.cloud.createCount()).isZero();

        new CloudConsole(farm.cloud).destroy(farm.cloud.droplets().get(1).id());
        farm.until("runs", Duration.ofMinutes(10), () -> farm.running("dyn-1"));
    }

    @Test
    void dropletOfTheNameWithAnotherOwnersTagIsNotTaken() {
        farm.cloud.addDroplet("dyn-1-droplet", "waldur-resource:0123456789abcdef0123456789abcdef");
        go.secret().key().keyRegistered().droplet();
        farm.startBridge();
        running("dyn-1");
        assertThat(farm.cloud.createCount()).isEqualTo(1);
        assertThat(farm.cloud.droplets()).hasSize(2);
    }

    @Test
    void runningDropletIsTaggedAndGoesOnRunning() {
        go.secret().key().keyRegistered().droplet().dropletMade().dropletRecorded();
        farm.startBridge();
        String uid = farm.vm("dyn-1").orElseThrow().getMetadata().getUid();
        farm.until("tagged", SOON, () -> farm.cloud.droplets().get(0).tags().contains("hobbyfarm-vm:" + uid));
        farm.pass(Duration.ofMinutes(3));
        assertThat(farm.running("dyn-1")).isTrue();
        assertThat(farm.cloud.droplets()).hasSize(1);
        assertThat(farm.cloud.createCount()).isZero();
        allIsOwned();
        leavesNothing();
    }

    @Test
    void dropletThatWasRecordedWhileItBootedIsFollowedUntilItRuns() {
        go.secret().key().keyRegistered().droplet().dropletMade().dropletRecordedWhileNew();
        long id = farm.cloud.droplets().get(0).id();
        farm.cloud.setStatus(id, Droplet.Status.NEW);
        farm.startBridge();
        farm.until("taken over", SOON, () -> farm.droplet("dyn-1")
                .flatMap(droplet -> Fields.text(droplet, "status", "state"))
                .filter("new"::equals)
                .isPresent());
        farm.pass(Duration.ofSeconds(30));
        assertThat(farm.status("dyn-1", "status")).isEqualTo("provisioned");
        farm.cloud.setStatus(id, Droplet.Status.ACTIVE);
        running("dyn-1");
        assertThat(farm.cloud.createCount()).isZero();
        leavesNothing();
    }

    @Test
    void dropletDestroyedByHandAfterItWasTakenOverIsSeen() {
        go.secret().key().keyRegistered().droplet().dropletMade().dropletRecorded();
        farm.startBridge();
        long id = farm.cloud.droplets().get(0).id();
        farm.until("taken over", SOON, () -> farm.droplet("dyn-1")
                .flatMap(droplet -> Fields.text(droplet, "status", "state"))
                .filter("active"::equals)
                .isPresent());
        new CloudConsole(farm.cloud).destroy(id);
        farm.until("terminating", WHILE, () -> farm.status("dyn-1", "status").equals("terminating"));
        assertThat(farm.status("dyn-1", "tainted")).isEqualTo("true");
        leavesNothing();
    }

    @Test
    void deletionThatWasBegunIsFinished() {
        go.secret().key().keyRegistered().droplet().dropletMade().dropletRecorded();
        farm.cluster.delete(new ObjectRef(Farm.NAMES.machine(), "dyn-1-droplet"));
        farm.deleteVirtualMachine("dyn-1");
        farm.startBridge();
        gone("dyn-1");
        assertThat(farm.cloud.droplets()).isEmpty();
        assertThat(new CloudConsole(farm.cloud).keys()).isZero();
        nothingLeft();
    }

    @Test
    void deletionOfADropletThatWasNotWrittenDownFindsItByItsName() {
        go.secret().key().keyRegistered().droplet().dropletMade();
        farm.deleteVirtualMachine("dyn-1");
        farm.startBridge();
        gone("dyn-1");
        assertThat(farm.cloud.droplets()).isEmpty();
        nothingLeft();
    }

    @Test
    void deletionThatSeveralDropletsOfTheNameStopGoesOnOnceOneIsLeft() {
        go.secret().key().keyRegistered().droplet().dropletMade().dropletMade();
        farm.cluster.delete(new ObjectRef(Farm.NAMES.machine(), "dyn-1-droplet"));
        farm.deleteVirtualMachine("dyn-1");
        farm.startBridge();
        toldOfTheDroplet("SeveralMachines: ");
        farm.pass(Duration.ofMinutes(1));
        assertThat(farm.cloud.droplets()).hasSize(2);
        new CloudConsole(farm.cloud).destroy(farm.cloud.droplets().get(1).id());
        farm.pass(Duration.ofMinutes(10));
        gone("dyn-1");
        assertThat(farm.cloud.droplets()).isEmpty();
        nothingLeft();
    }

    @Test
    void dropletWithAnotherOwnersTagIsTakenOverOnceTheTagIsOff() {
        go.secret().key().keyRegistered().droplet().dropletMade().dropletRecorded();
        long id = farm.cloud.droplets().get(0).id();
        String other = "waldur-resource:0123456789abcdef0123456789abcdef";
        farm.cloud.tagDroplet(id, other);
        farm.startBridge();
        toldOfTheDroplet("OtherOwner: ");
        farm.cloud.untagDroplet(id, other);
        farm.pass(Duration.ofMinutes(10));
        String uid = farm.vm("dyn-1").orElseThrow().getMetadata().getUid();
        farm.until("tagged", SOON, () -> farm.cloud.droplets().get(0).tags().contains("hobbyfarm-vm:" + uid));
        leavesNothing();
    }

    private void toldOfTheDroplet(String event) {
        farm.until("told", WHILE, () -> farm.events("dyn-1-droplet").stream().anyMatch(one -> one.startsWith(event)));
    }

    private void allIsOwned() {
        String uid = farm.vm("dyn-1").orElseThrow().getMetadata().getUid();
        assertThat(farm.droplet("dyn-1").flatMap(Fields::owner)).contains(uid);
        assertThat(farm.key("dyn-1").flatMap(Fields::owner)).contains(uid);
    }

    private void leavesNothing() {
        farm.deleteVirtualMachine("dyn-1");
        gone("dyn-1");
        assertThat(farm.cloud.droplets()).isEmpty();
        assertThat(new CloudConsole(farm.cloud).keys()).isZero();
        nothingLeft();
    }
}
