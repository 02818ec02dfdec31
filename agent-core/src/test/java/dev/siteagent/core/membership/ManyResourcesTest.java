package dev.siteagent.core.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a cycle costs when there are many resources and nothing changed. */
@Timeout(120)
class ManyResourcesTest {
    private static final int MANY = 1_000;

    private final MembershipFixture fixture = new MembershipFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void thousandUnchangedResourcesCostFewRequestsAndNoWrite() throws Exception {
        TestCloud cloud = new TestCloud();
        for (int i = 0; i < MANY; i++) {
            fixture.resource("" + i);
            cloud.add("" + i).metadata = Map.of("size", "small", "made", "2026-11-30T10:00:00Z");
        }
        MembershipCycle cycle = fixture.cycle(cloud);
        assertThat(fixture.run(cycle).changed()).isEqualTo(MANY);
        cloud.reads = 0;
        fixture.waldur.latency().set(Duration.ofMillis(20));

        Instant start = Instant.now();
        MembershipReport report = fixture.run(cycle);

        assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(10));
        assertThat(report.synced()).isEqualTo(MANY);
        assertThat(report.changed()).isZero();
        assertThat(fixture.writes()).isEmpty();
        assertThat(fixture.requests()).isLessThanOrEqualTo(25);
        assertThat(cloud.reads).isEqualTo(1);
    }

    @Test
    void membersCostOneRequestAProjectMore() throws Exception {
        TestCluster cluster = new TestCluster();
        for (int project = 0; project < 20; project++) {
            var uuid = fixture.waldur.people().addProject("P" + project);
            fixture.member(uuid, "user" + project);
            for (int i = 0; i < 10; i++) {
                fixture.resource(uuid, project + "-" + i);
                cluster.add(project + "-" + i);
            }
        }
        MembershipCycle cycle = fixture.cycle(cluster);
        fixture.run(cycle);

        fixture.run(cycle);

        assertThat(fixture.writes()).isEmpty();
        assertThat(fixture.requests()).isLessThanOrEqualTo(25 + 20);
    }
}
