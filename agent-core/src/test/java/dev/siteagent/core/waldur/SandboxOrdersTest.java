package dev.siteagent.core.waldur;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The client and the simulated Waldur: orders and what they make of resources. */
class SandboxOrdersTest extends ClientAgainstSandbox {
    @Test
    void createOrderIsCarriedThroughToDone() throws Exception {
        UUID plan = waldur.addPlan(offering, "Small", Map.of("cpu", 1L));
        OrderSnapshot placed = waldur.createOrder(
                offering,
                project,
                NewOrder.named("My VM")
                        .attribute("image", "ubuntu")
                        .limit("cpu", 2)
                        .plan(plan));
        Orders orders = client.orders();

        List<WaldurOrder> pending = orders.list(offering, List.of(OrderState.PENDING_PROVIDER, OrderState.EXECUTING));
        assertThat(pending).extracting(WaldurOrder::uuid).containsExactly(placed.uuid());
        WaldurOrder order = pending.get(0);
        assertThat(order.type()).isEqualTo(OrderType.CREATE);
        assertThat(order.limits()).isEqualTo(Map.of("cpu", new BigDecimal(2)));
        assertThat(order.attributes()).isEqualTo(Map.of("image", "ubuntu"));
        assertThat(order.planUuid()).isEqualTo(plan);
        assertThat(order.projectSlug()).isEqualTo("climate-model");

        orders.approveByProvider(order.uuid());
        assertThat(orders.get(order.uuid()).state()).isEqualTo(OrderState.EXECUTING);
        UUID resource = order.marketplaceResourceUuid();
        client.resources().setBackendId(resource, "3164494");
        client.resources().setLimits(resource, Map.of("cpu", 2, "ram", 4096));
        client.resources().setBackendMetadata(resource, Map.of("ip_v4", "203.0.113.7"));
        client.resources().setEndpoints(resource, List.of(new Endpoint("ssh", "ssh://203.0.113.7")));
        orders.setBackendId(order.uuid(), "{\"droplet\": 3164494}");
        orders.setStateDone(order.uuid());

        assertThat(waldur.waitFor(placed.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(1))
                        .backendId())
                .isEqualTo("{\"droplet\": 3164494}");
        ResourceSnapshot made = waldur.resource(resource);
        assertThat(made.state()).isEqualTo(ResourceSnapshot.State.OK);
        assertThat(made.backendId()).isEqualTo("3164494");
        assertThat(made.limits()).isEqualTo(Map.of("cpu", 2L, "ram", 4096L));
        assertThat(made.backendMetadata().path("ip_v4").asText()).isEqualTo("203.0.113.7");
        assertThat(made.endpoints()).containsExactly(new ResourceSnapshot.Endpoint("ssh", "ssh://203.0.113.7"));
        WaldurResource read = client.resources().get(resource);
        assertThat(read.state()).isEqualTo(ResourceState.OK);
        assertThat(read.slug()).isEqualTo("my-vm");
        assertThat(read.endpoints()).containsExactly(new Endpoint("ssh", "ssh://203.0.113.7"));
        assertThat(client.plans().get(plan).quotas()).isEqualTo(Map.of("cpu", BigDecimal.ONE));
    }

    @Test
    void updateOrderChangesLimitsAndPlanOnceDone() throws Exception {
        UUID plan = waldur.addPlan(offering, "Large", Map.of("cpu", 8L));
        UUID resource =
                waldur.addResource(offering, project, NewOrder.named("vm").limit("cpu", 1), "17");
        UUID order = waldur.updateOrder(
                        resource, NewOrder.plain().limit("cpu", 4).plan(plan))
                .uuid();

        client.orders().approveByProvider(order);
        assertThat(client.resources().get(resource).state()).isEqualTo(ResourceState.UPDATING);
        assertThat(client.orders().get(order).newPlanUuid()).isEqualTo(plan);
        client.orders().setStateDone(order);

        assertThat(waldur.resource(resource).limits()).isEqualTo(Map.of("cpu", 4L));
        assertThat(waldur.resource(resource).plan()).isEqualTo(plan);
        assertThat(waldur.resource(resource).state()).isEqualTo(ResourceSnapshot.State.OK);
    }

    @Test
    void terminateOrderEndsTheResourceOnceDoneAndLeavesItWhenErred() throws Exception {
        UUID resource = waldur.addResource(offering, project, NewOrder.named("vm"), "17");
        UUID first = waldur.terminateOrder(resource).uuid();
        client.orders().approveByProvider(first);
        assertThat(client.resources().get(resource).state()).isEqualTo(ResourceState.TERMINATING);
        client.orders().setStateErred(first, "droplet 17 is locked", "trace");

        assertThat(waldur.order(first).errorMessage()).isEqualTo("droplet 17 is locked");
        assertThat(waldur.resource(resource).state()).isEqualTo(ResourceSnapshot.State.OK);
        waldur.retryOrder(first);
        assertThat(client.orders().state(first)).isEqualTo(OrderState.EXECUTING);
        client.orders().setStateDone(first);
        assertThat(waldur.resource(resource).state()).isEqualTo(ResourceSnapshot.State.TERMINATED);
    }

    @Test
    void stepsThatTheStateDoesNotAllowAreRefused() throws Exception {
        UUID order = waldur.createOrder(offering, project, NewOrder.named("vm")).uuid();
        Orders orders = client.orders();

        assertThat(refusal(() -> orders.setStateDone(order)).wrongState()).isTrue();
        assertThat(refusal(() -> orders.setStateErred(order, "m", "t")).wrongState())
                .isTrue();
        orders.approveByProvider(order);
        assertThat(refusal(() -> orders.approveByProvider(order)).reason())
                .isEqualTo("Valid states for operation: pending-provider.");
        waldur.cancelOrder(order);
        assertThat(refusal(() -> orders.setStateDone(order)).afterLostAnswer()).isFalse();
        assertThat(waldur.resource(waldur.order(order).resource()).state())
                .isEqualTo(ResourceSnapshot.State.TERMINATED);
    }

    @Test
    void rejectedOrderKeepsTheReason() throws Exception {
        UUID order = waldur.createOrder(offering, project, NewOrder.named("vm")).uuid();

        client.orders().rejectByProvider(order, "out of capacity");

        assertThat(waldur.order(order).state()).isEqualTo(OrderSnapshot.State.REJECTED);
        assertThat(waldur.order(order).rejectionComment()).isEqualTo("out of capacity");
    }

    @Test
    void lostAnswerOfCompletionIsToldApartFromARealRefusal() throws Exception {
        UUID order = waldur.createOrder(offering, project, NewOrder.named("vm").autoApproved())
                .uuid();
        waldur.faults()
                .on(Requests.path("/api/marketplace-orders/{uuid}/set_state_done/"))
                .once(Fault.answerLost());

        WaldurRejectedException refusal = refusal(() -> client.orders().setStateDone(order));

        assertThat(refusal.afterLostAnswer()).isTrue();
        assertThat(client.orders().state(order)).isEqualTo(OrderState.DONE);
    }

    @Test
    void manyOrdersComeInPagesWithoutOneLostOrTwice() throws Exception {
        for (int i = 0; i < 250; i++) {
            waldur.createOrder(offering, project, NewOrder.named("vm " + i));
        }
        UUID other = waldur.addOffering(NewOffering.named("Other"));
        waldur.createOrder(other, project, NewOrder.named("not mine"));

        List<WaldurOrder> orders = client.orders().list(offering, List.of(OrderState.PENDING_PROVIDER));
        Map<UUID, OrderState> states = client.orders().states(offering, List.of(OrderState.PENDING_PROVIDER));

        assertThat(orders).hasSize(250);
        assertThat(Set.copyOf(orders.stream().map(WaldurOrder::uuid).toList())).hasSize(250);
        assertThat(states).hasSize(250).containsValue(OrderState.PENDING_PROVIDER);
        assertThat(waldur.requests().count(Requests.path("/api/marketplace-orders/")))
                .isEqualTo(6);
    }

    @Test
    void resourcesAreListedByStateProjectAndBackendId() throws Exception {
        UUID there = waldur.addResource(offering, project, NewOrder.named("a"), "17");
        UUID elsewhere = waldur.addResource(offering, waldur.people().addProject("Other"), NewOrder.named("b"), "18");
        waldur.createOrder(offering, project, NewOrder.named("c"));
        ProviderResources resources = client.resources();

        assertThat(resources.list(offering, List.of(ResourceState.OK, ResourceState.ERRED)))
                .extracting(WaldurResource::uuid)
                .containsExactly(there, elsewhere);
        assertThat(resources.listOfProject(offering, List.of(ResourceState.OK), project))
                .extracting(WaldurResource::uuid)
                .containsExactly(there);
        assertThat(resources.listByBackendId(offering, "18"))
                .extracting(WaldurResource::uuid)
                .containsExactly(elsewhere);
    }

    @Test
    void backendIdInUseIsNotUnique() throws Exception {
        waldur.addResource(offering, project, NewOrder.named("a"), "alloc-1");
        UUID other = waldur.addOffering(NewOffering.named("Other"));

        assertThat(client.offerings().isUniqueBackendId(offering, "alloc-1", false))
                .isFalse();
        assertThat(client.offerings().isUniqueBackendId(offering, "alloc-2", false))
                .isTrue();
        assertThat(client.offerings().isUniqueBackendId(other, "alloc-1", false))
                .isTrue();
        assertThat(client.offerings().isUniqueBackendId(other, "alloc-1", true)).isFalse();
    }

    @Test
    void importRequestIsProcessedOnce() throws Exception {
        UUID request = waldur.requestImport(offering);
        ImportRequests imports = client.importRequests();
        ImportRequests.BackendResource found = new ImportRequests.BackendResource(
                null, "old-vm", project, offering, "99", Map.of("limits", Map.of("cpu", 2)));

        assertThat(imports.get(request).state()).isEqualTo(ImportRequests.State.SENT);
        imports.startProcessing(request);
        assertThat(refusal(() -> imports.startProcessing(request)).wrongState()).isTrue();
        imports.submit(found);
        assertThat(refusal(() -> imports.submit(found)).status()).isEqualTo(400);
        imports.setDone(request);

        assertThat(imports.submitted(offering))
                .extracting(ImportRequests.BackendResource::backendId)
                .containsExactly("99");
        assertThat(waldur.importRequest(request).state()).isEqualTo("Done");
        UUID failing = waldur.requestImport(offering);
        imports.setErred(failing, "backend is down", "");
        assertThat(waldur.importRequest(failing).errorMessage()).isEqualTo("backend is down");
    }

    @Test
    void resourceIsMarkedPausedSynchronisedErredAndOkAgain() throws Exception {
        UUID resource = waldur.addResource(offering, project, NewOrder.named("a"), "17");
        waldur.setFlags(resource, true, false, true);
        ProviderResources resources = client.resources();

        resources.refreshLastSync(resource);
        resources.setAsErred(resource, "droplet is gone", "");
        resources.setMembershipSyncStatuses(
                resource,
                List.of(new MemberSyncStatus(
                        MemberSyncStatus.Scope.RESOURCE,
                        "admin",
                        MemberSyncStatus.State.SYNCED,
                        "ada",
                        null,
                        null,
                        null)));
        WaldurResource read = resources.get(resource);
        resources.setAsOk(resource);

        assertThat(read.state()).isEqualTo(ResourceState.ERRED);
        assertThat(read.errorMessage()).isEqualTo("droplet is gone");
        assertThat(read.paused()).isTrue();
        assertThat(read.restrictMemberAccess()).isTrue();
        assertThat(read.lastSync()).isNotNull();
        assertThat(waldur.resource(resource).state()).isEqualTo(ResourceSnapshot.State.OK);
    }
}
