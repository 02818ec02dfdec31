package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Order;
import dev.siteagent.spi.OrderReviewBackend;
import dev.siteagent.spi.Resource;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@link OrderReviewBackend} promises: a decision, and nothing made by deciding.
 *
 * @since 1.0.0
 */
@Timeout(120)
public abstract class OrderReviewBackendContract extends BackendContract {
    /**
     * Changes an order to one that the backend accepts.
     *
     * @param order an order of what {@link BackendFixture#attributes()} and {@link BackendFixture#limits()} say
     */
    protected Order acceptable(Order order) {
        return order;
    }

    /**
     * Changes an order to one that the backend rejects.
     *
     * @param order an order of what {@link BackendFixture#attributes()} and {@link BackendFixture#limits()} say
     * @return the order; empty for a backend that rejects none
     */
    protected abstract Optional<Order> unacceptable(Order order);

    @Test
    void acceptableOrderIsAccepted() throws Exception {
        assertThat(reviewBackend().review(acceptable(order())))
                .as("order review: an order that can be served is accepted")
                .isInstanceOf(OrderReviewBackend.Decision.Accept.class);
    }

    @Test
    void unacceptableOrderIsRejectedWithAReason() throws Exception {
        assertThat(reviewBackend().review(refused()))
                .as("order review: an order that can never be served is rejected, with a reason for the customer")
                .isInstanceOf(OrderReviewBackend.Decision.Reject.class);
    }

    @Test
    void decisionsOnTheSameOrderAreTheSame() throws Exception {
        OrderReviewBackend backend = reviewBackend();
        Order order = acceptable(order());
        OrderReviewBackend.Decision first = backend.review(order);
        assertThat(Rules.atOnce(() -> backend.review(order)))
                .as("order review: it is asked each cycle, and the answer is about the order alone")
                .containsOnly(first);
    }

    @Test
    void reviewMakesNothing() throws Exception {
        Order order = acceptable(order());
        reviewBackend().review(order);
        assertThat(cloud().existing(order.resourceUuid()))
                .as("order review: what is only decided about is not made")
                .isEmpty();
    }

    @Test
    void reasonShowsNoSecret() throws Exception {
        Rules.showNoSecret(cloud().secrets(), reviewBackend().review(refused()));
    }

    @Test
    void interruptedReviewEndsSoon() throws Exception {
        OrderReviewBackend backend = reviewBackend();
        Order order = acceptable(order());
        Rules.endsWhenInterrupted(() -> backend.review(order));
    }

    private Order refused() {
        Optional<Order> order = unacceptable(order());
        Assumptions.assumeTrue(order.isPresent(), "the backend rejects no order");
        return order.orElseThrow();
    }

    private Order order() {
        Resource resource = ordered("web");
        return new Order(
                UUID.randomUUID(),
                Order.Type.CREATE,
                resource.uuid(),
                resource.name(),
                resource.project(),
                "",
                Optional.empty(),
                resource.limits(),
                resource.attributes(),
                Instant.EPOCH,
                "ada",
                "ada@example.org",
                "",
                "");
    }

    private OrderReviewBackend reviewBackend() throws BackendException {
        return (OrderReviewBackend) open();
    }
}
