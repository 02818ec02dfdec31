package dev.siteagent.sandbox.waldur;

import dev.siteagent.sandbox.waldur.Entities.Offering;
import dev.siteagent.sandbox.waldur.Entities.Order;
import dev.siteagent.sandbox.waldur.Entities.Plan;
import dev.siteagent.sandbox.waldur.Entities.Project;
import dev.siteagent.sandbox.waldur.Entities.Resource;
import java.util.Arrays;
import java.util.UUID;

/**
 * The life of orders and what it does to their resources, by the rules of the real marketplace. Called within
 * {@link Marketplace#write}. A step that the state does not allow is refused with status 409.
 *
 * <p>Two rules are stricter than the real ones, which guard an agent better: an order can be marked as erred only while it
 * executes, and a resource has only one open order.
 */
final class OrderMachine {
    private final Marketplace marketplace;
    private final ApiKeyStore apiKeys;

    OrderMachine(Marketplace marketplace, ApiKeyStore apiKeys) {
        this.marketplace = marketplace;
        this.apiKeys = apiKeys;
    }

    /** Orders a new resource. */
    Order create(Offering offering, Project project, NewOrder order) {
        Plan plan = plan(offering, order);
        Resource resource = new Resource(
                UUID.randomUUID(),
                order.name(),
                marketplace.slug(order.name()),
                offering,
                project,
                order,
                marketplace.now());
        resource.plan = plan;
        marketplace.resources.put(resource.uuid, resource);
        return place(OrderSnapshot.Type.CREATE, resource, plan, order);
    }

    /** Orders other limits or another plan. */
    Order update(Resource resource, NewOrder order) {
        requireState(resource, ResourceSnapshot.State.OK, ResourceSnapshot.State.ERRED);
        Plan plan = order.plan() == null ? resource.plan : plan(resource.offering, order);
        return place(OrderSnapshot.Type.UPDATE, resource, plan, order);
    }

    /** Orders the end of a resource. */
    Order terminate(Resource resource, NewOrder order) {
        requireState(resource, ResourceSnapshot.State.OK, ResourceSnapshot.State.ERRED);
        return place(OrderSnapshot.Type.TERMINATE, resource, resource.plan, order);
    }

    /** Orders a terminated resource again. */
    Order restore(Resource resource, NewOrder order) {
        requireState(resource, ResourceSnapshot.State.TERMINATED);
        resource.state = ResourceSnapshot.State.CREATING;
        return place(OrderSnapshot.Type.RESTORE, resource, resource.plan, order);
    }

    private Order place(OrderSnapshot.Type type, Resource resource, Plan plan, NewOrder newOrder) {
        if (resource.open != null) {
            throw new IllegalStateException(
                    "resource " + resource.uuid + " has an open order already: " + resource.open.uuid);
        }
        Order order = new Order(UUID.randomUUID(), type, resource, plan, newOrder, marketplace.now());
        resource.open = order;
        marketplace.orders.put(order.uuid, order);
        if (order.state == OrderSnapshot.State.EXECUTING) {
            begin(order);
        }
        marketplace.changed(order);
        return order;
    }

    void approveByConsumer(Order order) {
        require(order, OrderSnapshot.State.PENDING_CONSUMER);
        order.state = OrderSnapshot.State.PENDING_PROVIDER;
        marketplace.changed(order);
    }

    void approveByProvider(Order order) {
        require(order, OrderSnapshot.State.PENDING_PROVIDER);
        begin(order);
        marketplace.changed(order);
    }

    void rejectByProvider(Order order, String comment) {
        require(order, OrderSnapshot.State.PENDING_PROVIDER);
        order.rejectionComment = comment;
        withdraw(order, OrderSnapshot.State.REJECTED);
    }

    void cancel(Order order) {
        require(
                order,
                OrderSnapshot.State.PENDING_CONSUMER,
                OrderSnapshot.State.PENDING_PROVIDER,
                OrderSnapshot.State.EXECUTING);
        withdraw(order, OrderSnapshot.State.CANCELED);
    }

    /** What Waldur's own action retry does: an erred order executes again. */
    void retry(Order order) {
        require(order, OrderSnapshot.State.ERRED);
        if (order.resource.open != null) {
            throw new IllegalStateException(
                    "resource " + order.resource.uuid + " has an open order already: " + order.resource.open.uuid);
        }
        order.errorMessage = "";
        order.errorTraceback = "";
        order.completed = null;
        order.resource.open = order;
        begin(order);
        marketplace.changed(order);
    }

    void done(Order order) {
        require(order, OrderSnapshot.State.EXECUTING);
        Resource resource = order.resource;
        switch (order.type) {
            case CREATE, RESTORE -> resource.state = ResourceSnapshot.State.OK;
            case UPDATE -> {
                resource.plan = order.plan;
                if (!order.limits.isEmpty()) {
                    resource.limits = order.limits;
                }
                resource.state = ResourceSnapshot.State.OK;
            }
            case TERMINATE -> {
                resource.state = ResourceSnapshot.State.TERMINATED;
                apiKeys.deleteOf(resource);
            }
        }
        end(order, OrderSnapshot.State.DONE);
    }

    /** A failed termination leaves a resource that is OK, every other failure one that is erred. */
    void erred(Order order, String message, String traceback) {
        require(order, OrderSnapshot.State.EXECUTING);
        order.errorMessage = message;
        order.errorTraceback = traceback;
        order.resource.state =
                order.type == OrderSnapshot.Type.TERMINATE ? ResourceSnapshot.State.OK : ResourceSnapshot.State.ERRED;
        end(order, OrderSnapshot.State.ERRED);
    }

    private void begin(Order order) {
        order.state = OrderSnapshot.State.EXECUTING;
        order.resource.state = switch (order.type) {
            case CREATE, RESTORE -> ResourceSnapshot.State.CREATING;
            case UPDATE -> ResourceSnapshot.State.UPDATING;
            case TERMINATE -> ResourceSnapshot.State.TERMINATING;
        };
    }

    private void withdraw(Order order, OrderSnapshot.State state) {
        boolean neverThere = order.type == OrderSnapshot.Type.CREATE || order.type == OrderSnapshot.Type.RESTORE;
        order.resource.state = neverThere ? ResourceSnapshot.State.TERMINATED : ResourceSnapshot.State.OK;
        end(order, state);
    }

    private void end(Order order, OrderSnapshot.State state) {
        order.state = state;
        order.completed = marketplace.now();
        order.resource.open = null;
        marketplace.changed(order);
    }

    private static Plan plan(Offering offering, NewOrder order) {
        return order.plan() == null ? null : Marketplace.known(offering.plans, order.plan(), "plan of this offering");
    }

    private static void require(Order order, OrderSnapshot.State... valid) {
        if (!Arrays.asList(valid).contains(order.state)) {
            throw Refusals.wrongState(
                    Arrays.stream(valid).map(OrderSnapshot.State::wire).toArray(String[]::new));
        }
    }

    private static void requireState(Resource resource, ResourceSnapshot.State... valid) {
        if (!Arrays.asList(valid).contains(resource.state)) {
            throw new IllegalStateException("resource " + resource.uuid + " is " + resource.state
                    + ", an order for it needs " + Arrays.toString(valid));
        }
    }
}
