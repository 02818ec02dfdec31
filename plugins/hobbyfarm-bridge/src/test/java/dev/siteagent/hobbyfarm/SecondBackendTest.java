package dev.siteagent.hobbyfarm;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.siteagent.ExampleProvider;
import dev.siteagent.hobbyfarm.model.Conditions;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.Naming;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example plugin, whose machines are files, serves Environments of its name beside digitalocean. */
class SecondBackendTest extends FarmTest {
    private static final Naming NAMES = new Naming("example", "Machine", "MachineKey");
    private static final String FOLDERS = "folders";

    @TempDir
    Path directory;

    @BeforeEach
    void environments() {
        farm.with(new ExampleProvider()).usualEnvironment();
        farm.secret("folder-secret", directory.toString());
        GenericKubernetesResource environment = Kind.ENVIRONMENT.object(FOLDERS);
        environment.getMetadata().setAnnotations(Map.of("hobbyfarm.io/provisioner", "example"));
        environment.setAdditionalProperty(
                "spec", Map.of("environment_specifics", Map.of("token-secret", "folder-secret", "size", "small")));
        farm.cluster.create(Kind.ENVIRONMENT, environment);
        farm.startBridge();
    }

    @Test
    void secondBackendServesVirtualMachinesOfItsNameWithKindsOfItsOwn() {
        translate();
        farm.virtualMachine("dyn-1");
        farm.virtualMachine("dyn-2", "example", FOLDERS);
        running("dyn-1");
        running("dyn-2");

        assertThat(farm.cloud.droplets()).hasSize(1);
        assertThat(files()).hasSize(2);
        assertThat(farm.status("dyn-2", "public_ip")).isEqualTo("203.0.113.1");
        assertThat(farm.status("dyn-2", "private_ip")).isEqualTo("127.0.0.1");
        GenericKubernetesResource machine =
                farm.get(NAMES.machine(), "dyn-2-machine").orElseThrow();
        assertThat(machine.getFinalizers()).containsExactly("provisioner.hobbyfarm.io/example-machine-deleted");
        assertThat(Conditions.of(machine).status("ExampleMachineReady")).isEqualTo(Conditions.Status.TRUE);
        assertThat(farm.get(NAMES.key(), "dyn-2-machine-key")).isPresent();

        farm.deleteVirtualMachine("dyn-2");
        gone("dyn-2");
        assertThat(files()).isEmpty();
        assertThat(farm.cloud.droplets()).hasSize(1);
    }

    @Test
    void machineWithoutAnyPublicAddressIsNotRunningAndTheMapIsAskedFor() {
        farm.virtualMachine("dyn-2", "example", FOLDERS);
        farm.until("told", WHILE, () -> farm.events("dyn-2").stream()
                .anyMatch(event -> event.startsWith("NoPublicAddress: ") && event.contains("ip_translation_map")));
        assertThat(farm.status("dyn-2", "status")).isEqualTo("provisioned");
        translate();
        running("dyn-2");
        farm.deleteVirtualMachine("dyn-2");
        gone("dyn-2");
    }

    private void translate() {
        farm.patch(
                new ObjectRef(Kind.ENVIRONMENT, FOLDERS),
                Map.of("spec", Map.of("ip_translation_map", Map.of("127.0.0", "203.0.113"))));
    }

    private List<Path> files() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
