package dev.siteagent.hobbyfarm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.hobbyfarm.model.Naming;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Definitions are shared by installations of different age. */
class DefinitionsTest {
    private static final Naming NAMES = new Naming("digitalocean", "Droplet", "Key");
    private static final String DROPLETS = "droplets.provisioning.hobbyfarm.io";

    private KubernetesMockServer server;
    private KubernetesClient client;

    @BeforeEach
    void start() {
        server = new KubernetesMockServer(
                new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(List.of()), false);
        server.init();
        client = server.createClient();
    }

    @AfterEach
    void stop() {
        client.close();
        server.destroy();
    }

    @Test
    void missingOnesAreInstalledNamespacedWithStatusAndShortName() {
        new Definitions(client).install(NAMES);
        CustomResourceDefinition droplets = installed();
        assertThat(droplets.getSpec().getScope()).isEqualTo("Namespaced");
        assertThat(droplets.getSpec().getNames().getShortNames()).containsExactly("drop");
        assertThat(droplets.getSpec().getVersions().get(0).getName()).isEqualTo("v1alpha1");
        assertThat(droplets.getSpec().getVersions().get(0).getSubresources().getStatus())
                .isNotNull();
        assertThat(droplets.getSpec()
                        .getVersions()
                        .get(0)
                        .getSchema()
                        .getOpenAPIV3Schema()
                        .getProperties()
                        .get("status")
                        .getProperties()
                        .get("droplet")
                        .getXKubernetesPreserveUnknownFields())
                .isTrue();
    }

    @Test
    void thoseOfTheGoProvisionerAreUpdated() {
        client.resource(revised(null)).create();
        new Definitions(client).install(NAMES);
        assertThat(installed().getMetadata().getAnnotations()).containsEntry(Definitions.REVISION, "1");
    }

    @Test
    void newerOnesAreNeverDowngraded() {
        client.resource(revised("99")).create();
        new Definitions(client).install(NAMES);
        assertThat(installed().getMetadata().getAnnotations()).containsEntry(Definitions.REVISION, "99");
        assertThat(installed().getSpec().getNames().getShortNames()).containsExactly("later");
    }

    private CustomResourceDefinition installed() {
        return client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName(DROPLETS)
                .get();
    }

    private static CustomResourceDefinition revised(String revision) {
        CustomResourceDefinition definition = new CustomResourceDefinitionBuilder(
                        Definitions.definition(NAMES.machine(), List.of("later")))
                .editMetadata()
                .removeFromAnnotations(Definitions.REVISION)
                .endMetadata()
                .build();
        if (revision != null) {
            definition.getMetadata().getAnnotations().put(Definitions.REVISION, revision);
        }
        return definition;
    }
}
