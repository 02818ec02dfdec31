package dev.siteagent.core.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.BackendTraits.LimitUnits;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Diagnosis;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceBackend;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Update orders: limits, plans, prepaid time, and work that must remember something. */
class UpdateOrderTest {
    private final OrderFixture fixture = new OrderFixture();
    private final MemoryCloud cloud = new MemoryCloud();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void limitsOfTheOrderAreApplied() throws Exception {
        UUID resource = fixture.existing(cloud, "7");
        OrderSnapshot order = update(resource, NewOrder.plain().limit("cpu", 4).limit("ram", 4096));

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Done.class);

        assertThat(cloud.machines.get("7").limits()).containsEntry("cpu", 4L).containsEntry("ram", 4096L);
        assertThat(fixture.resource(order).limits()).containsEntry("cpu", 4L);
        assertThat(fixture.writes()).doesNotContain("set_limits").contains("set_backend_metadata");
    }

    @Test
    void backendIsToldLimitsInItsOwnUnits() throws Exception {
        fixture.unitFactor("cpu", 1000);
        cloud.traits = cloud.traits.withLimitUnits(LimitUnits.BACKEND);
        UUID resource = fixture.existing(cloud, "7");
        OrderSnapshot order = update(resource, NewOrder.plain().limit("cpu", 4));

        fixture.carryOut(cloud, order);

        assertThat(cloud.lastChange.limits()).containsExactly(Map.entry("cpu", 4000L));
    }

    @Test
    void unchangedLimitsNeedNoBackend() throws Exception {
        UUID resource = fixture.existing(cloud, "7");
        OrderSnapshot order = update(resource, NewOrder.plain().limit("cpu", 1).limit("ram", 1024));

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Done.class);

        assertThat(cloud.calls).isEmpty();
        assertThat(fixture.writes()).containsExactly("approve_by_provider", "set_state_done");
    }

    @Test
    void nothingAndNoneAreTheSameLimit() throws Exception {
        UUID resource = fixture.existing(cloud, "7");
        UUID plan = fixture.waldur.addPlan(fixture.offering, "same", Map.of("cpu", 1L, "ram", 1024L, "disk", 0L));

        fixture.carryOut(cloud, update(resource, NewOrder.plain().plan(plan)));
        fixture.carryOut(
                cloud,
                update(
                        resource,
                        NewOrder.plain().limit("cpu", 1).limit("ram", 1024).limit("disk", 0)));

        assertThat(cloud.calls).isEmpty();
    }

    @Test
    void planThatTakesAComponentAwayIsToldToTheBackend() throws Exception {
        UUID resource = fixture.existing(cloud, "7");
        UUID plan = fixture.waldur.addPlan(fixture.offering, "small", Map.of("cpu", 1L, "ram", 0L, "disk", 0L));

        fixture.carryOut(cloud, update(resource, NewOrder.plain().plan(plan)));

        assertThat(cloud.lastChange.limits()).isEqualTo(Map.of("cpu", 1L, "ram", 0L));
    }

    @Test
    void prepaidBackendAppliesUnchangedLimitsAgain() throws Exception {
        cloud.traits = cloud.traits.withPrepaidComponents(true);
        UUID resource = fixture.existing(cloud, "7");
        OrderSnapshot order = update(resource, NewOrder.plain().limit("cpu", 1).limit("ram", 1024));

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Done.class);

        assertThat(cloud.calls).containsExactly("setLimits 7");
        assertThat(cloud.lastChange.limits()).containsEntry("cpu", 1L).containsEntry("ram", 1024L);
    }

    @Test
    void changeOfPlanAppliesWhatTheNewPlanIncludes() throws Exception {
        UUID plan = fixture.waldur.addPlan(fixture.offering, "large", Map.of("cpu", 8L, "disk", 0L));
        UUID resource = fixture.existing(cloud, "7");
        OrderSnapshot order = update(resource, NewOrder.plain().plan(plan));

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Done.class);

        assertThat(cloud.lastChange.limits()).containsExactly(Map.entry("cpu", 8L));
    }

    @Test
    void backendThatCannotChangeLimitsFailsTheOrder() throws Exception {
        UUID resource = fixture.existing(cloud, "7");
        OrderSnapshot order = update(resource, NewOrder.plain().limit("cpu", 4));

        assertThat(fixture.carryOut(new Rigid(), order)).isInstanceOf(OrderResult.Erred.class);
        assertThat(fixture.order(order).errorMessage()).contains("cannot be changed");
    }

    @Test
    void limitsThatTheBackendDoesNotOfferFailTheOrderWithItsReason() throws Exception {
        UUID resource = fixture.existing(cloud, "7");
        OrderSnapshot order = update(resource, NewOrder.plain().limit("cpu", 3));
        cloud.fail("setLimits", new PermanentBackendException("There are sizes with 2 and 4 cores."));

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Erred.class);
        assertThat(fixture.order(order).errorMessage()).isEqualTo("There are sizes with 2 and 4 cores.");
    }

    @Test
    void resourceThatWasNeverMadeCannotBeChanged() throws Exception {
        UUID resource = fixture.existing(cloud, "7");
        fixture.client.resources().setBackendId(resource, "");
        OrderSnapshot order = update(resource, NewOrder.plain().limit("cpu", 4));

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Erred.class);
        assertThat(fixture.order(order).errorMessage()).contains("never made");
    }

    @Test
    void handleIsStoredWithTheOrderBeforeTheFirstPoll() throws Exception {
        cloud.slowResize = true;
        UUID resource = fixture.existing(cloud, "7");
        OrderSnapshot order = update(resource, NewOrder.plain().limit("cpu", 4));

        OrderResult result = fixture.processor(cloud).begin(fixture.read(order));

        assertThat(result).isInstanceOf(OrderResult.Waiting.class);
        assertThat(fixture.order(order).backendId()).isEqualTo("site-agent:1:resize");
        assertThat(cloud.calls).noneMatch(call -> call.startsWith("poll"));
    }

    @Test
    void restartedAgentPollsWithTheStoredHandleAndTheNewLimits() throws Exception {
        UUID resource = fixture.existing(cloud, "7");
        OrderSnapshot order = update(
                resource, NewOrder.plain().limit("cpu", 4).limit("ram", 1024).autoApproved());
        fixture.client.orders().setBackendId(order.uuid(), "site-agent:1:was on");

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Done.class);

        assertThat(cloud.calls).containsExactly("poll", "poll SET_LIMITS was on", "polled");
        assertThat(cloud.machines.get("7").limits()).containsEntry("cpu", 4L);
    }

    @Test
    void whatAnotherProgramStoredWithTheOrderIsIgnored() throws Exception {
        UUID resource = fixture.existing(cloud, "7");
        OrderSnapshot order = update(resource, NewOrder.plain().limit("cpu", 4).autoApproved());
        fixture.client.orders().setBackendId(order.uuid(), "5b3f1c0e9d7a4c1b8f2e6a4d3c2b1a09");

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Done.class);

        assertThat(cloud.calls).containsExactly("setLimits 7");
    }

    @Test
    void handleThatCouldNotBeStoredIsNotPolledWith() throws Exception {
        cloud.slowResize = true;
        UUID resource = fixture.existing(cloud, "7");
        OrderSnapshot order = update(resource, NewOrder.plain().limit("cpu", 4));
        fixture.waldur
                .faults()
                .on(Requests.path("/api/marketplace-orders/{uuid}/set_backend_id/"))
                .times(3, Fault.answer(Response.text(503, "busy")));

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Postponed.class);
        assertThat(cloud.calls).containsExactly("setLimits 7");
        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Done.class);
    }

    private OrderSnapshot update(UUID resource, NewOrder order) {
        return fixture.waldur.updateOrder(resource, order);
    }

    /** A backend that can only make and delete. */
    private static final class Rigid implements ResourceBackend {
        @Override
        public void ping() {}

        @Override
        public Diagnosis diagnose() {
            return new Diagnosis(List.of());
        }

        @Override
        public Outcome create(CreateRequest request) {
            return Outcome.ready(BackendResource.ready("1"));
        }

        @Override
        public Outcome delete(Resource resource) {
            return Outcome.done();
        }

        @Override
        public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) {
            return Map.of();
        }

        @Override
        public void close() {}
    }
}
