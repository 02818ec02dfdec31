package dev.siteagent.core.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.core.orders.LimitConversion;
import dev.siteagent.core.waldur.Uuids;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Response;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LimitPassTest {
    private final MembershipFixture fixture = new MembershipFixture();
    private final TestCloud cloud = new TestCloud();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void resourceThatWaldurFailsOnLeavesTheOthersTold() throws Exception {
        UUID bad = resource("1");
        UUID good = resource("2");
        fixture.waldur
                .faults()
                .on(request -> request.path().contains(Uuids.hex(bad)))
                .always(Fault.answer(Response.text(500, "a fault of Waldur")));

        LimitPass.Report report = pass().run(fixture.offering);

        assertThat(report.written()).isEqualTo(1);
        assertThat(report.problems()).singleElement().asString().contains("500");
        assertThat(fixture.at(good).limits()).containsEntry("cpu", 9L);
    }

    @Test
    void outageOfWaldurEndsThePass() throws Exception {
        for (int i = 0; i < 20; i++) {
            resource("" + i);
        }
        fixture.refuse("/api/marketplace-provider-resources/{uuid}/set_limits/", 503);

        assertThatThrownBy(() -> pass().run(fixture.offering)).isInstanceOf(WaldurUnavailableException.class);
        assertThat(fixture.reads(".*/set_limits/")).isEqualTo(15 * 3);
    }

    private UUID resource(String id) {
        cloud.add(id).limits = Map.of("cpu", 9L);
        return fixture.resource(id);
    }

    private LimitPass pass() {
        return new LimitPass(
                fixture.orders.client.resources(),
                cloud,
                new LimitConversion(fixture.orders.components, cloud.traits.limitUnits()));
    }
}
