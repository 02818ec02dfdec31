package dev.siteagent.core.demo;

import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Somebody who placed an order and waits for its end. */
final class Customer {
    private static final long LOOK_MILLIS = 50;

    private final WaldurSandbox waldur;
    private final AgentThread agent;
    private final Story story;
    private final OrderNews orders = new OrderNews();

    Customer(WaldurSandbox waldur, AgentThread agent, Story story) {
        this.waldur = waldur;
        this.agent = agent;
        this.story = story;
        waldur.onOrderChange(orders);
    }

    /**
     * Waits for the end of an order and tells when it is not done.
     *
     * @param placed the order
     * @param longest the longest wait
     * @param meanwhile what to do again and again until then
     * @return whether it was done
     */
    boolean follow(OrderSnapshot placed, Duration longest, Runnable meanwhile) throws InterruptedException {
        Duration deadline = story.elapsed().plus(longest);
        boolean ended = false;
        while (!ended && agent.alive() && story.elapsed().compareTo(deadline) < 0) {
            ended = orders.await(placed.uuid(), LOOK_MILLIS, TimeUnit.MILLISECONDS);
            meanwhile.run();
        }
        OrderSnapshot order = waldur.order(placed.uuid());
        if (order.state() == OrderSnapshot.State.DONE) {
            return true;
        }
        story.tell(
                Actor.WALDUR,
                "the order is not done but " + order.state().wire()
                        + (order.errorMessage().isEmpty() ? "" : ": " + order.errorMessage())
                        + (agent.alive() ? "" : "; the agent ended before it" + why()));
        return false;
    }

    private String why() {
        return agent.problems().isEmpty() ? "" : ": " + String.join("; ", agent.problems());
    }
}
