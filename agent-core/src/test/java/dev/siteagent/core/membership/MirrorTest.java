package dev.siteagent.core.membership;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A backend that mirrors projects, dates and ids. */
class MirrorTest {
    private final MembershipFixture fixture = new MembershipFixture();
    private final AssigningCluster cluster = new AssigningCluster();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void projectsComeInOneListForAllResources() throws Exception {
        cluster.traits = cluster.traits.withSourceProject(true);
        for (String id : new String[] {"1", "2", "3"}) {
            fixture.resource(id);
            cluster.add(id);
        }

        fixture.run(cluster);

        assertThat(cluster.calls).filteredOn("project Water"::equals).hasSize(3);
        assertThat(cluster.calls).contains("project end 1", "end 3");
        assertThat(fixture.reads("/api/marketplace-service-providers/[0-9a-f]+/projects/"))
                .isEqualTo(1);
    }

    @Test
    void projectIsNotReadForABackendThatDoesNotWantIt() throws Exception {
        fixture.resource("1");
        cluster.add("1");

        fixture.run(cluster);

        assertThat(cluster.calls).contains("project unknown");
        assertThat(fixture.reads(".*/projects/")).isZero();
    }

    @Test
    void effectiveIdIsRecordedWhereItDiffers() throws Exception {
        fixture.resource("1");
        cluster.add("1");

        fixture.run(cluster);
        assertThat(fixture.writes()).contains("set_effective_id");
        fixture.run(cluster);
        assertThat(fixture.writes()).isEmpty();
    }

    @Test
    void mirrorThatFailsFailsNoResource() throws Exception {
        fixture.resource("1");
        cluster.add("1");
        cluster.mirrorBroken = true;

        MembershipReport report = fixture.run(cluster);

        assertThat(report.synced()).isEqualTo(1);
        assertThat(report.problems()).isEmpty();
        assertThat(cluster.calls).contains("end 1");
    }
}
