package dev.siteagent.hobbyfarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chart as Helm renders it. Runs where there is a {@code helm}: on the path, or by {@code -Dhobbyfarm.it.helm=FILE}. */
class ChartTest {
    private static final Path DEPLOY = Path.of("..", "..", "deploy", "hobbyfarm");

    private static String helm;

    @TempDir
    Path directory;

    @BeforeAll
    static void findHelm() {
        Optional<String> found = Optional.ofNullable(System.getProperty("hobbyfarm.it.helm"))
                .or(() -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(folder -> Path.of(folder, "helm"))
                        .filter(Files::isExecutable)
                        .map(Path::toString)
                        .findFirst());
        assumeTrue(found.isPresent(), "there is no helm here");
        helm = found.get();
    }

    @Test
    void chartHasNoFaults() throws Exception {
        assertThat(helm("lint", "--strict", DEPLOY.resolve("chart").toString())).contains("0 chart(s) failed");
    }

    @Test
    void plainManifestsAreTheChartsOwn() throws Exception {
        String manifests = Files.readString(DEPLOY.resolve("manifests/hobbyfarm-bridge.yaml"));

        assertThat(comparable(rendered("hobbyfarm-bridge", "hobbyfarm"))).isEqualTo(comparable(objects(manifests)));
    }

    @Test
    void chartInstallsInTwoNamespacesOfOneClusterSideBySide() throws Exception {
        try (TestCluster server = TestCluster.start()) {
            KubernetesClient client = server.client();
            List<HasMetadata> installed = new ArrayList<>();
            List<String> namespaces = List.of("hf-green", "hf-yellow");
            try {
                for (String namespace : namespaces) {
                    client.resource(new NamespaceBuilder()
                                    .withNewMetadata()
                                    .withName(namespace)
                                    .endMetadata()
                                    .build())
                            .create();
                    for (HasMetadata object : rendered("training", namespace)) {
                        // Create and not apply: a name that both installations use would be refused.
                        installed.add(client.resource(object).create());
                    }
                }
                assertThat(installed).extracting(HasMetadata::getKind).contains("ClusterRole", "Deployment");
            } finally {
                installed.forEach(object -> client.resource(object).delete());
                namespaces.forEach(server::deleteNamespace);
            }
        }
    }

    private List<HasMetadata> rendered(String release, String namespace) throws Exception {
        return objects(helm("template", release, DEPLOY.resolve("chart").toString(), "--namespace", namespace));
    }

    private static List<HasMetadata> objects(String yaml) {
        List<HasMetadata> objects = new ArrayList<>();
        for (String document : yaml.split("(?m)^---$", -1)) {
            if (!document.isBlank()) {
                objects.add(Serialization.unmarshal(document, GenericKubernetesResource.class));
            }
        }
        return objects;
    }

    /** What Helm alone adds is left out: who manages it, and the sum that restarts the pod when the configuration changes. */
    private static Map<String, String> comparable(List<HasMetadata> objects) {
        Map<String, String> texts = new TreeMap<>();
        for (HasMetadata object : objects) {
            ObjectMeta metadata = object.getMetadata();
            metadata.getLabels().keySet().removeAll(List.of("helm.sh/chart", "app.kubernetes.io/managed-by"));
            String text =
                    Serialization.asJson(object).replaceAll(",\"annotations\":\\{\"checksum/config\":\"\\w+\"}", "");
            texts.put(object.getKind() + " " + metadata.getName(), text);
        }
        return texts;
    }

    private String helm(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(helm));
        command.addAll(List.of(arguments));
        Path output = directory.resolve("helm.out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }
}
