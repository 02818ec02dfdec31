package dev.siteagent.core.demo;

import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/** Places orders for an offering of the user's own, one after the other, and follows each to its end. */
final class OwnPerformance {
    private static final String NAME = "web";
    /** Real clouds take their time. */
    private static final Duration LONGEST_ORDER = Duration.ofMinutes(10);

    private final OwnStage stage;
    private final AgentThread agent;
    private final Story story;
    private final OwnOrders orders;
    private final Customer customer;
    private int placed;

    OwnPerformance(OwnStage stage, AgentThread agent, Story story, OwnOrders orders) {
        this.stage = stage;
        this.agent = agent;
        this.story = story;
        this.orders = orders;
        this.customer = new Customer(stage.waldur(), agent, story);
        stage.waldur().tap(new WaldurNews(story, "resource"));
    }

    /** Plays; returns whether all orders were done. */
    boolean play() throws InterruptedException {
        agent.start();
        begin("a new resource", "orders \"" + NAME + "\" with limits " + orders.limits());
        NewOrder order = withLimits(NewOrder.named(NAME), orders.limits());
        for (Map.Entry<String, Object> attribute : orders.attributes().entrySet()) {
            order = order.attribute(attribute.getKey(), attribute.getValue());
        }
        OrderSnapshot create = stage.waldur().createOrder(stage.offering().uuid(), stage.project(), order);
        boolean made = done(create);
        if (!made && !agent.alive()) {
            // Nobody is left to carry out another order.
            return false;
        }
        // What may exist is deleted, also after a failure: it may cost money.
        boolean changed = made && (orders.otherLimits().isEmpty() || update(create.resource()));
        return terminate(create.resource()) && made && changed;
    }

    private boolean update(UUID resource) throws InterruptedException {
        begin("other limits", "wants \"" + NAME + "\" to have limits " + orders.otherLimits());
        return done(stage.waldur().updateOrder(resource, withLimits(NewOrder.plain(), orders.otherLimits())));
    }

    private boolean terminate(UUID resource) throws InterruptedException {
        begin("the end", "does not need \"" + NAME + "\" any more");
        return done(stage.waldur().terminateOrder(resource));
    }

    private void begin(String title, String wish) {
        placed++;
        story.chapter("Order " + placed + " of " + orders.count() + ": " + title);
        story.tell(Actor.CUSTOMER, wish);
    }

    private boolean done(OrderSnapshot order) throws InterruptedException {
        if (!customer.follow(order, LONGEST_ORDER, () -> {})) {
            return false;
        }
        ResourceSnapshot resource = stage.waldur().resource(order.resource());
        story.tell(
                Actor.WALDUR,
                "shows \"" + NAME + "\": " + resource.state().wire() + ", backend id " + resource.backendId()
                        + ", limits " + resource.limits());
        return true;
    }

    private static NewOrder withLimits(NewOrder order, Map<String, Long> limits) {
        NewOrder full = order;
        for (Map.Entry<String, Long> limit : limits.entrySet()) {
            full = full.limit(limit.getKey(), limit.getValue());
        }
        return full;
    }
}
