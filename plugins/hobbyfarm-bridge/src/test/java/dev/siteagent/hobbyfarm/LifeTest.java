package dev.siteagent.hobbyfarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.hobbyfarm.accounts.Accounts;
import dev.siteagent.hobbyfarm.model.Conditions;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import dev.siteagent.sandbox.digitalocean.Droplet;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A VirtualMachine's life from HobbyFarm's first request to nothing being left. */
class LifeTest extends FarmTest {
    @Test
    void virtualMachineBecomesProvisionedThenRunningAndItsDeletionLeavesNothing() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        farm.until("provisioned", SOON, () -> farm.status("dyn-1", "status").equals("provisioned"));
        running("dyn-1");

        Droplet droplet = farm.cloud.droplets().get(0);
        assertThat(farm.status("dyn-1", "public_ip")).isNotEmpty();
        assertThat(farm.status("dyn-1", "private_ip")).isNotEmpty();
        assertThat(farm.status("dyn-1", "hostname")).isEqualTo("dyn-1-droplet");
        assertThat(farm.status("dyn-1", "allocated")).isEqualTo("true");
        assertThat(Fields.text(farm.vm("dyn-1").orElseThrow(), "spec", "secret_name"))
                .contains("dyn-1-droplet-keys");
        assertThat(droplet.name()).isEqualTo("dyn-1-droplet");

        farm.deleteVirtualMachine("dyn-1");
        gone("dyn-1");
        assertThat(farm.cloud.droplets()).isEmpty();
        nothingLeft();
    }

    @Test
    void objectsCarryTheNamesLabelsOwnersAndFinalizersOfTheGoProvisioner() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");

        String uid = farm.vm("dyn-1").orElseThrow().getMetadata().getUid();
        GenericKubernetesResource droplet = farm.droplet("dyn-1").orElseThrow();
        GenericKubernetesResource key = farm.key("dyn-1").orElseThrow();
        GenericKubernetesResource secret = farm.keysSecret("dyn-1").orElseThrow();
        for (GenericKubernetesResource object : List.of(droplet, key, secret)) {
            assertThat(Fields.label(object, "provisioning.hobbyfarm.io/virtual-machine"))
                    .contains("dyn-1");
            assertThat(Fields.owner(object)).contains(uid);
        }
        assertThat(farm.vm("dyn-1").orElseThrow().getFinalizers())
                .containsExactly("provisioning.hobbyfarm.io/digitalocean");
        assertThat(droplet.getFinalizers()).containsExactly("provisioner.hobbyfarm.io/digitalocean-droplet-deleted");
        assertThat(key.getFinalizers()).containsExactly("provisioners.hobbyfarm.io/digitalocean-key-deleted");
        assertThat(Fields.text(key, "spec", "secret")).contains("dyn-1-droplet-keys");
        assertThat(Fields.text(key, "spec", "key", "name")).contains("dyn-1-droplet-key");
        assertThat(Fields.text(key, "status", "key", "fingerprint")).isPresent();
        assertThat(Accounts.value(secret, "public_key").orElseThrow()).startsWith("ssh-ed25519 ");
        assertThat(Accounts.value(secret, "private_key").orElseThrow()).startsWith("-----BEGIN");
        assertThat(Conditions.of(droplet).status("DigitaloceanDropletExists")).isEqualTo(Conditions.Status.TRUE);
        assertThat(Conditions.of(droplet).status("DigitaloceanDropletReady")).isEqualTo(Conditions.Status.TRUE);
        assertThat(Conditions.of(droplet).status("DigitaloceanDropletUpdated")).isEqualTo(Conditions.Status.TRUE);
        assertThat(Conditions.of(key).status("KeyExists")).isEqualTo(Conditions.Status.TRUE);
        assertThat(Conditions.of(key).status("DigitaloceanKeyCreated")).isEqualTo(Conditions.Status.TRUE);
    }

    @Test
    void dropletIsMadeAsTheEnvironmentSaysAndTaggedWithMachineAndSite() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");

        Map<String, Object> request =
                Fields.map(farm.droplet("dyn-1").orElseThrow().get("spec", "droplet"));
        assertThat(request)
                .containsEntry("name", "dyn-1-droplet")
                .containsEntry("region", "nyc1")
                .containsEntry("size", "s-1vcpu-1gb")
                .containsEntry("image", "ubuntu-24-04-x64")
                .containsEntry("monitoring", true)
                .containsEntry("backups", false)
                .containsEntry("user_data", "#cloud-config\n# wss://shell.example.com\n");
        String uid = farm.vm("dyn-1").orElseThrow().getMetadata().getUid();
        String cluster = server().client()
                .namespaces()
                .withName("kube-system")
                .get()
                .getMetadata()
                .getUid();
        assertThat(farm.cloud.droplets().get(0).tags())
                .containsExactlyInAnyOrder("hobbyfarm-vm:" + uid, "hobbyfarm-site:" + cluster + "-" + farm.namespace);
    }

    @Test
    void virtualMachineWithoutStatusWaitsForItsEnvironment() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachineWithoutStatus("dyn-1", "digitalocean");
        farm.pass(Duration.ofSeconds(20));
        assertThat(farm.droplet("dyn-1")).isEmpty();
        assertThat(farm.events("dyn-1")).isEmpty();

        farm.patchStatus(
                new ObjectRef(Kind.VIRTUAL_MACHINE, "dyn-1"),
                Map.of("status", "readyforprovisioning", "environment_id", Farm.ENVIRONMENT));
        running("dyn-1");
    }

    @Test
    void virtualMachineOfAnotherProvisionerIsLeftAlone() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1", "somebody-else");
        farm.pass(Duration.ofSeconds(20));
        assertThat(farm.vm("dyn-1").orElseThrow().getFinalizers()).isEmpty();
        assertThat(farm.cloud.droplets()).isEmpty();
    }

    @Test
    void dropletThatIsOffTakesRunningAwayAndComesBackWhenItIsOn() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        long id = farm.cloud.droplets().get(0).id();

        new CloudConsole(farm.cloud).act(id, "power_off");
        farm.until("provisioned", WHILE, () -> farm.status("dyn-1", "status").equals("provisioned"));
        new CloudConsole(farm.cloud).act(id, "power_on");
        running("dyn-1");
    }

    @Test
    void dropletDestroyedByHandTerminatesAndTaintsItsVirtualMachine() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        new CloudConsole(farm.cloud).destroy(farm.cloud.droplets().get(0).id());

        farm.until("terminating", WHILE, () -> farm.status("dyn-1", "status").equals("terminating"));
        assertThat(farm.status("dyn-1", "tainted")).isEqualTo("true");
        farm.pass(Duration.ofMinutes(2));
        assertThat(farm.cloud.createCount()).isEqualTo(1);

        farm.deleteVirtualMachine("dyn-1");
        gone("dyn-1");
        nothingLeft();
    }

    @Test
    void restartGoesOnWithoutTouchingWhatRuns() {
        farm.usualEnvironment().startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        farm.stopBridge();
        farm.writes.clear();
        farm.startBridge();
        farm.pass(Duration.ofMinutes(2));
        assertThat(farm.writes.all()).isEmpty();
        assertThat(farm.cloud.createCount()).isEqualTo(1);
        assertThat(farm.running("dyn-1")).isTrue();
    }
}
