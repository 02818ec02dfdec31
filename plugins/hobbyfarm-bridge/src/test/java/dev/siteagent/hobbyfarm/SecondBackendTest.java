package dev.siteagent.hobbyfarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.hobbyfarm.model.Conditions;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.Naming;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Any backend that can make machines serves Environments of its name, beside digitalocean. */
class SecondBackendTest extends FarmTest {
    private static final Naming NAMES = new Naming("plain", "Machine", "MachineKey");

    @Test
    void secondBackendServesVirtualMachinesOfItsNameWithKindsOfItsOwn() {
        PlainBackend plain = new PlainBackend();
        farm.with(plain).usualEnvironment();
        farm.patchEnvironment(Map.of("flavour", "small"));
        farm.patch(
                new ObjectRef(Kind.ENVIRONMENT, Farm.ENVIRONMENT),
                Map.of("spec", Map.of("ip_translation_map", Map.of("127.0.0", "203.0.113"))));
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        farm.virtualMachine("dyn-2", "plain");
        running("dyn-1");
        running("dyn-2");

        assertThat(farm.cloud.droplets()).hasSize(1);
        assertThat(plain.machines()).hasSize(1);
        assertThat(farm.status("dyn-2", "public_ip")).isEqualTo("203.0.113.1");
        assertThat(farm.status("dyn-2", "private_ip")).isEqualTo("127.0.0.1");
        GenericKubernetesResource machine =
                farm.get(NAMES.machine(), "dyn-2-machine").orElseThrow();
        assertThat(machine.getFinalizers()).containsExactly("provisioner.hobbyfarm.io/plain-machine-deleted");
        assertThat(Conditions.of(machine).status("PlainMachineReady")).isEqualTo(Conditions.Status.TRUE);
        assertThat(farm.get(NAMES.key(), "dyn-2-machine-key")).isPresent();

        farm.deleteVirtualMachine("dyn-2");
        gone("dyn-2");
        assertThat(plain.machines()).isEmpty();
        assertThat(plain.keys()).isZero();
        assertThat(farm.cloud.droplets()).hasSize(1);
    }

    @Test
    void machineWithoutAnyPublicAddressIsNotRunningAndTheMapIsAskedFor() {
        PlainBackend plain = new PlainBackend();
        farm.with(plain).usualEnvironment();
        farm.patchEnvironment(Map.of("flavour", "small"));
        farm.startBridge();
        farm.virtualMachine("dyn-2", "plain");
        farm.until("told", WHILE, () -> farm.events("dyn-2").stream()
                .anyMatch(event -> event.startsWith("NoPublicAddress: ") && event.contains("ip_translation_map")));
        assertThat(farm.status("dyn-2", "status")).isEqualTo("provisioned");

        farm.patch(
                new ObjectRef(Kind.ENVIRONMENT, Farm.ENVIRONMENT),
                Map.of("spec", Map.of("ip_translation_map", Map.of("127.0.0", "203.0.113"))));
        running("dyn-2");
    }
}
