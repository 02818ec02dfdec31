package dev.siteagent.hobbyfarm;

import dev.siteagent.hobbyfarm.cluster.Connection;
import dev.siteagent.hobbyfarm.model.Kind;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.CustomResourceDefinitionContext;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.awaitility.Awaitility;

/**
 * An API server for tests: fabric8's simulation or, with {@code -Dhobbyfarm.it.kubeconfig=FILE}, a real one. HobbyFarm's
 * definitions are installed in it.
 */
final class TestCluster implements AutoCloseable {
    static final String KUBECONFIG = "hobbyfarm.it.kubeconfig";

    /** Held, since loggers that nobody holds are forgotten with their levels. */
    private static final Logger SERVER_LOG = Logger.getLogger(MockWebServer.class.getName());

    static {
        SERVER_LOG.setLevel(Level.WARNING);
    }

    private final Config config;
    private final KubernetesClient client;
    private final Runnable stop;

    private TestCluster(Config config, Runnable stop) {
        this.config = config;
        this.client = Connection.open(config, "hobbyfarm-test", builder -> {});
        this.stop = stop;
    }

    static boolean isReal() {
        return System.getProperty(KUBECONFIG) != null;
    }

    static TestCluster start() {
        TestCluster cluster = isReal() ? real(new File(System.getProperty(KUBECONFIG))) : simulated();
        cluster.installHobbyFarm();
        return cluster;
    }

    private static TestCluster real(File kubeconfig) {
        return new TestCluster(Config.fromKubeconfig(kubeconfig), () -> {});
    }

    private static TestCluster simulated() {
        List<CustomResourceDefinitionContext> known = List.of();
        KubernetesMockServer server = new KubernetesMockServer(
                new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(known), false);
        server.init();
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(server.url("/"))
                .withTrustCerts(true)
                .build();
        TestCluster cluster = new TestCluster(config, server::destroy);
        cluster.client
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("kube-system")
                        .endMetadata()
                        .build())
                .create();
        return cluster;
    }

    private void installHobbyFarm() {
        try (InputStream yaml = TestCluster.class.getResourceAsStream("/definitions/hobbyfarm.yaml")) {
            client.load(yaml).items().stream()
                    .map(CustomResourceDefinition.class::cast)
                    .forEach(this::install);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (Kind kind : List.of(Kind.VIRTUAL_MACHINE, Kind.ENVIRONMENT, Kind.TEMPLATE)) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .ignoreException(KubernetesClientException.class)
                    .until(() -> client.genericKubernetesResources(kind.context())
                                    .inAnyNamespace()
                                    .list()
                            != null);
        }
    }

    private void install(CustomResourceDefinition definition) {
        if (client.resource(definition).get() == null) {
            client.resource(definition).create();
        }
    }

    /** Makes a namespace of a test's own. */
    String newNamespace() {
        String name = "hf-" + UUID.randomUUID().toString().substring(0, 8);
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
        return name;
    }

    void deleteNamespace(String name) {
        client.namespaces().withName(name).delete();
    }

    Config config() {
        return config;
    }

    KubernetesClient client() {
        return client;
    }

    @Override
    public void close() {
        client.close();
        stop.run();
    }
}
