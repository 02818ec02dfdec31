package dev.siteagent.core.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.core.waldur.ResourceState;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.TransientBackendException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Making again what a backend has lost. */
class RecreationTest {
    private static final List<ResourceState> STATES = List.of(ResourceState.OK, ResourceState.ERRED);

    private final OrderFixture fixture = new OrderFixture();
    private final MemoryCluster cluster = new MemoryCluster();

    @AfterEach
    void close() {
        fixture.close();
    }

    private Recreation recreation(ResourceBackend backend) {
        return new Recreation(fixture.client, backend, fixture.offering, Map.of(), Optional.empty(), fixture.exposure);
    }

    private UUID lost(String id) {
        UUID resource = fixture.existing(cluster, id);
        cluster.machines.remove(id);
        return resource;
    }

    @Test
    void whatIsLostIsMadeAgainUnderItsIdAndTheRestLeftAlone() throws Exception {
        fixture.existing(cluster, "alloc-1");
        UUID lost = lost("alloc-2");
        Recreation recreation = recreation(cluster);

        List<WaldurResource> found = recreation.lost(STATES);
        recreation.recreate(lost);

        assertThat(found).extracting(WaldurResource::uuid).containsExactly(lost);
        assertThat(cluster.machines).containsOnlyKeys("alloc-1", "alloc-2");
        assertThat(recreation.lost(STATES)).isEmpty();
    }

    @Test
    void aCloudThatAssignsIdsIsNotAskedToMakeAnythingAgain() throws Exception {
        MemoryCloud cloud = new MemoryCloud();
        fixture.existing(cloud, "machine-1");
        cloud.machines.clear();

        assertThat(recreation(cloud).lost(STATES)).isEmpty();
    }

    @Test
    void whatCannotBeMadeAgainIsErredWithTheReason() throws Exception {
        UUID lost = lost("alloc-1");
        cluster.fail("create", new PermanentBackendException("the parent is gone"));

        recreation(cluster).recreate(lost);

        ResourceSnapshot resource = fixture.waldur.resource(lost);
        assertThat(resource.state()).hasToString("ERRED");
        assertThat(resource.errorMessage()).isEqualTo("the parent is gone");
    }

    @Test
    void aPassingFailureLeavesTheResourceToAnotherAttempt() {
        UUID lost = lost("alloc-1");
        BackendException busy = new TransientBackendException("busy", null);
        cluster.fail("create", busy);

        assertThatThrownBy(() -> recreation(cluster).recreate(lost)).isSameAs(busy);

        assertThat(fixture.waldur.resource(lost).state()).hasToString("OK");
    }
}
