package dev.siteagent.hobbyfarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The manifests that operators install: least privilege, and any number of installations in one cluster. */
class DeploymentTest {
    private static final Path DEPLOY = Path.of("..", "..", "deploy", "hobbyfarm");

    private static TestCluster server;

    @BeforeAll
    static void startServer() {
        server = TestCluster.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    void manifestsInstallInTwoNamespacesOfOneClusterSideBySide() throws IOException {
        KubernetesClient client = server.client();
        List<HasMetadata> installed = new ArrayList<>();
        try {
            for (String namespace : List.of("hf-red", "hf-blue")) {
                client.resource(new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(namespace)
                                .endMetadata()
                                .build())
                        .create();
                for (HasMetadata object : manifests(namespace)) {
                    // Create and not apply: a name that both installations use would be refused.
                    installed.add(client.resource(object).create());
                }
            }
            for (String namespace : List.of("hf-red", "hf-blue")) {
                ClusterRoleBinding binding = client.rbac()
                        .clusterRoleBindings()
                        .withName(namespace + "-hobbyfarm-bridge")
                        .get();
                assertThat(binding.getSubjects().get(0).getNamespace()).isEqualTo(namespace);
                assertThat(binding.getRoleRef().getName()).isEqualTo(namespace + "-hobbyfarm-bridge");
            }
        } finally {
            installed.forEach(object -> client.resource(object).delete());
            server.deleteNamespace("hf-red");
            server.deleteNamespace("hf-blue");
        }
    }

    @Test
    void noRuleAllowsEverythingAndTheClusterRoleNamesWhatItMayTouch() throws IOException {
        for (HasMetadata object : manifests("hobbyfarm")) {
            rules(object).forEach(rule -> {
                assertThat(rule.getVerbs()).doesNotContain("*");
                assertThat(rule.getResources()).doesNotContain("*");
                assertThat(rule.getApiGroups()).doesNotContain("*");
                if (object instanceof ClusterRole && !rule.getVerbs().equals(List.of("create"))) {
                    assertThat(rule.getResourceNames()).isNotEmpty();
                }
            });
        }
    }

    @Test
    void podRunsAsNobodyInParticularOnAReadOnlyFileSystemWithProbes() throws IOException {
        Deployment deployment = manifests("hobbyfarm").stream()
                .filter(Deployment.class::isInstance)
                .map(Deployment.class::cast)
                .findFirst()
                .orElseThrow();
        Container container =
                deployment.getSpec().getTemplate().getSpec().getContainers().get(0);
        assertThat(deployment
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getSecurityContext()
                        .getRunAsNonRoot())
                .isTrue();
        assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
        assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
        assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(container.getLivenessProbe()).isNotNull();
        assertThat(container.getReadinessProbe()).isNotNull();
    }

    @Test
    void chartNamesWhatIsClusterWideByReleaseAndNamespace() throws IOException {
        String rbac = Files.readString(DEPLOY.resolve("chart/templates/rbac.yaml"));
        for (String document : rbac.split("(?m)^---$", -1)) {
            boolean clusterWide =
                    document.contains("kind: ClusterRole\n") || document.contains("kind: ClusterRoleBinding\n");
            if (clusterWide) {
                assertThat(document).contains("name: {{ include \"bridge.clusterName\" . }}");
            } else {
                assertThat(document).contains("namespace: {{ .Release.Namespace }}");
            }
        }
        String names = Files.readString(DEPLOY.resolve("chart/templates/_names.tpl"));
        assertThat(names).contains("printf \"%s-%s\" .Release.Namespace (include \"bridge.name\" .)");
    }

    private static List<HasMetadata> manifests(String namespace) throws IOException {
        String text = Files.readString(DEPLOY.resolve("manifests/hobbyfarm-bridge.yaml"))
                .replace("namespace: hobbyfarm", "namespace: " + namespace)
                .replace("name: hobbyfarm-hobbyfarm-bridge", "name: " + namespace + "-hobbyfarm-bridge");
        try (ByteArrayInputStream yaml = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))) {
            return server.client().load(yaml).items();
        }
    }

    private static Stream<PolicyRule> rules(HasMetadata object) {
        if (object instanceof Role role) {
            return role.getRules().stream();
        }
        return object instanceof ClusterRole role ? role.getRules().stream() : Stream.empty();
    }
}
