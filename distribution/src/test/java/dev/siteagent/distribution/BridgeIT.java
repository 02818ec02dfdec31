package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.siteagent.sandbox.kubernetes.KubernetesSandbox;
import dev.siteagent.sandbox.kubernetes.ResourceType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged agent with the configuration that the bridge's manifests give it: one service and no offering. */
@Timeout(180)
class BridgeIT {
    private final KubernetesSandbox cluster = KubernetesSandbox.start();

    @TempDir
    private Path outputs;

    private PackagedAgent agent;
    private Path configuration;

    @BeforeEach
    void configure() throws IOException {
        for (String kind : List.of("VirtualMachine", "VirtualMachineTemplate", "Environment")) {
            cluster.define(ResourceType.defined("hobbyfarm.io", "v1", kind, kind.toLowerCase(Locale.ROOT) + "s"));
        }
        configuration = Files.writeString(outputs.resolve("config.yaml"), configurationOfTheManifests());
        Path kubeconfig = Files.writeString(outputs.resolve("kubeconfig"), cluster.kubeconfig());
        agent = PackagedAgent.in(outputs).with("KUBECONFIG", kubeconfig.toString());
    }

    @AfterEach
    void stop() {
        cluster.close();
        assertThat(cluster.failures()).isEmpty();
    }

    @Test
    void itsConfigurationIsValid() throws Exception {
        AgentProcess.Ended ended = agent.run("validate", "-c", configuration.toString());

        assertThat(ended.status()).as(ended.out() + ended.err()).isZero();
    }

    @Test
    void itInstallsTheDefinitionsLeadsLivesAndGivesTheLeaseBackWhenItIsStopped() throws Exception {
        try (AgentProcess process = agent.start("run", "-c", configuration.toString())) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> process.outSoFar().contains("serving [digitalocean] in namespace hobbyfarm"));

            assertThat(cluster.list(ResourceType.DEFINITION, ""))
                    .extracting(definition -> definition.at("/metadata/name").asText())
                    .containsExactlyInAnyOrder("droplets.provisioning.hobbyfarm.io", "keys.provisioning.hobbyfarm.io");
            assertThat(lease("holderIdentity")).startsWith("site-agent-");
            assertThat(lease("leaseDurationSeconds")).isEqualTo("15");
            assertThat(agent.run("healthz", "--liveness-only", "-c", configuration.toString())
                            .status())
                    .isZero();

            process.terminate();
            assertThat(process.ended(40, TimeUnit.SECONDS).status()).isZero();
            // A lease that was given back is over a second later, instead of 15.
            assertThat(lease("leaseDurationSeconds")).isEqualTo("1");
        }
    }

    private String lease(String field) {
        return cluster.get(ResourceType.LEASE, "hobbyfarm", "hobbyfarm-bridge")
                .map(lease -> lease.at("/spec/" + field).asText())
                .orElse("");
    }

    private static String configurationOfTheManifests() throws IOException {
        Path manifests = PackagedAgent.folder().resolve("deploy/hobbyfarm/manifests/hobbyfarm-bridge.yaml");
        YAMLMapper mapper = new YAMLMapper();
        for (JsonNode object : mapper.readerFor(JsonNode.class)
                .<JsonNode>readValues(manifests.toFile())
                .readAll()) {
            if (object.path("kind").asText().equals("ConfigMap")) {
                return object.at("/data/config.yaml").asText();
            }
        }
        throw new AssertionError("there is no ConfigMap in " + manifests);
    }
}
