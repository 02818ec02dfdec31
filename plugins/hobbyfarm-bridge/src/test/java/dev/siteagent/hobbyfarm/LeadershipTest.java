package dev.siteagent.hobbyfarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.hobbyfarm.cluster.Definitions;
import dev.siteagent.hobbyfarm.cluster.Leadership;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Two replicas in one namespace: one works, the other waits. */
class LeadershipTest extends FarmTest {
    private static final String DROPLETS = "droplets.provisioning.hobbyfarm.io";
    private static final Kind LEASE = new Kind("coordination.k8s.io", "v1", "Lease", "leases");

    @Test
    void definitionWhoseRevisionIsNoNumberIsToldByNameAndTriedAgain() {
        farm.usualEnvironment().startBridge();
        farm.stopBridge();
        revision("mine");
        HobbyFarmBridge bridge = farm.newBridge();
        try {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> bridge.health().text().contains(DROPLETS));
            assertThat(bridge.health().healthy()).isFalse();
            assertThat(bridge.health().text()).contains(Definitions.REVISION, "mine");
        } finally {
            revision("1");
        }
        farm.work(bridge);
        farm.virtualMachine("dyn-1");
        running("dyn-1");
    }

    private void revision(String value) {
        server().client()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName(DROPLETS)
                .edit(definition -> {
                    definition.getMetadata().getAnnotations().put(Definitions.REVISION, value);
                    return definition;
                });
    }

    @Test
    void secondReplicaWaitsForItsLeaseAndTakesOverWithoutMakingAnythingTwice() {
        farm.usualEnvironment().startBridge();
        HobbyFarmBridge second = farm.newBridge();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> second.health().text().endsWith("another replica leads"));
        assertThat(second.health().healthy()).isTrue();
        assertThat(farm.cluster.get(new ObjectRef(LEASE, Leadership.LEASE))).isPresent();
        farm.virtualMachine("dyn-1");
        running("dyn-1");

        farm.stopBridge();
        farm.work(second);
        farm.virtualMachine("dyn-2");
        running("dyn-2");
        assertThat(farm.cloud.createCount()).isEqualTo(2);
        assertThat(farm.running("dyn-1")).isTrue();
    }
}
