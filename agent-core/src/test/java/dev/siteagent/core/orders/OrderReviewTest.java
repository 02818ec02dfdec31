package dev.siteagent.core.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Order;
import dev.siteagent.spi.OrderReviewBackend;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.TransientBackendException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whether an order is worked on at all. */
class OrderReviewTest {
    private final OrderFixture fixture = new OrderFixture();
    private final ReviewingCloud cloud = new ReviewingCloud();

    /** A cloud that decides as a test says. */
    private static final class ReviewingCloud extends MemoryCloud implements OrderReviewBackend {
        private Decision decision = new Decision.Accept();
        private BackendException failure;
        private RuntimeException fault;
        private Order reviewed;

        @Override
        public Decision review(Order order) throws BackendException {
            reviewed = order;
            if (failure != null) {
                throw failure;
            }
            if (fault != null) {
                throw fault;
            }
            return decision;
        }
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void acceptedOrderIsApprovedAndCarriedOut() throws Exception {
        OrderSnapshot order = fixture.ordered(NewOrder.named("web").limit("cpu", 2));

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Done.class);

        assertThat(cloud.reviewed.type()).isEqualTo(Order.Type.CREATE);
        assertThat(cloud.reviewed.limits()).containsEntry("cpu", 2L);
        assertThat(cloud.reviewed.resourceUuid()).isEqualTo(order.resource());
        assertThat(cloud.reviewed.project().uuid()).isEqualTo(fixture.project);
    }

    @Test
    void rejectedOrderIsRejectedWithTheReason() throws Exception {
        OrderSnapshot order = fixture.ordered();
        cloud.decision = new OrderReviewBackend.Decision.Reject("No budget left.");

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Rejected.class);

        assertThat(fixture.order(order).state()).isEqualTo(OrderSnapshot.State.REJECTED);
        assertThat(fixture.order(order).rejectionComment()).isEqualTo("No budget left.");
        assertThat(cloud.machines).isEmpty();
    }

    @Test
    void orderThatHasToWaitStaysPending() throws Exception {
        OrderSnapshot order = fixture.ordered();
        cloud.decision = new OrderReviewBackend.Decision.Wait("for the maintainer");

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Left.class);

        assertThat(fixture.order(order).state()).isEqualTo(OrderSnapshot.State.PENDING_PROVIDER);
        assertThat(fixture.writes()).isEmpty();
    }

    @Test
    void noFailureBeforeApprovalErrsAnOrder() throws Exception {
        OrderSnapshot order = fixture.ordered();

        cloud.failure = new PermanentBackendException("The quota service says no.");
        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Postponed.class);
        cloud.failure = new TransientBackendException("Time-out.", null);
        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Postponed.class);
        cloud.failure = null;
        cloud.fault = new IllegalStateException("a bug");
        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Postponed.class);

        assertThat(fixture.order(order).state()).isEqualTo(OrderSnapshot.State.PENDING_PROVIDER);
    }

    @Test
    void loserOfARaceForAnOrderLeavesItAlone() throws Exception {
        OrderSnapshot order = fixture.ordered();
        OrderProcessor processor = fixture.processor(cloud);
        var listed = fixture.read(order);
        fixture.client.orders().approveByProvider(order.uuid());

        OrderResult result = processor.begin(listed);

        assertThat(result).isInstanceOf(OrderResult.Left.class);
        assertThat(cloud.calls).isEmpty();
        assertThat(fixture.order(order).state()).isEqualTo(OrderSnapshot.State.EXECUTING);
    }

    @Test
    void approvalWhoseAnswerWasLostCounts() throws Exception {
        OrderSnapshot order = fixture.ordered();
        fixture.waldur
                .faults()
                .on(Requests.path("/api/marketplace-orders/{uuid}/approve_by_provider/"))
                .once(Fault.answerLost());

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Done.class);
    }

    @Test
    void waldurThatRefusesTheApprovalLeavesTheOrderPending() throws Exception {
        OrderSnapshot order = fixture.ordered();
        fixture.waldur
                .faults()
                .on(Requests.path("/api/marketplace-orders/{uuid}/approve_by_provider/"))
                .always(Fault.answer(Response.text(400, "not now")));

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Postponed.class);
        assertThat(fixture.order(order).state()).isEqualTo(OrderSnapshot.State.PENDING_PROVIDER);
        assertThat(cloud.calls).isEmpty();
    }

    @Test
    void orderThatEndedIsLeftAlone() throws Exception {
        OrderSnapshot order = fixture.ordered();
        fixture.waldur.cancelOrder(order.uuid());

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Left.class);
        assertThat(fixture.writes()).isEmpty();
    }

    @Test
    void orderThatTheCustomerHasYetToApproveIsLeftAlone() throws Exception {
        OrderSnapshot order = fixture.ordered(NewOrder.named("web").pendingConsumer());

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Left.class);
        assertThat(fixture.writes()).isEmpty();
    }
}
