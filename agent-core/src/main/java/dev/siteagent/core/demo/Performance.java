package dev.siteagent.core.demo;

import dev.siteagent.sandbox.digitalocean.Droplet;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Places three orders, one after the other, and follows each to its end. */
final class Performance {
    private static final Duration LONGEST_ORDER = Duration.ofSeconds(30);

    private final Stage stage;
    private final AgentThread agent;
    private final Story story;
    private final Customer customer;
    private final CloudNews droplets;

    Performance(Stage stage, AgentThread agent, Story story) {
        this.stage = stage;
        this.agent = agent;
        this.story = story;
        this.droplets = new CloudNews(story, stage.cloud());
        this.customer = new Customer(stage.waldur(), agent, story);
        stage.waldur().tap(new WaldurNews(story, "machine"));
        stage.cloud().tap(droplets);
    }

    /** Plays; returns whether all went as it should. */
    boolean play() throws InterruptedException {
        agent.start();
        Optional<UUID> machine = create();
        return machine.isPresent() && update(machine.get()) && terminate(machine.get()) && nothingIsLeft();
    }

    /** Returns the machine's UUID in Waldur, empty when the order was not done. */
    private Optional<UUID> create() throws InterruptedException {
        story.chapter("Order 1 of 3: a new machine");
        story.tell(Actor.CUSTOMER, "orders a machine named \"web\" with 1 processor and 1 GiB of memory");
        OrderSnapshot order = stage.waldur()
                .createOrder(stage.offering(), stage.project(), limits(NewOrder.named("web"), 1, 1024, 25_600));
        if (!follow(order)) {
            return Optional.empty();
        }
        ResourceSnapshot resource = stage.waldur().resource(order.resource());
        story.tell(
                Actor.WALDUR,
                "shows the customer \"web\": " + resource.state().wire() + ", droplet " + resource.backendId()
                        + ", at address "
                        + resource.backendMetadata().findPath("public_ipv4").asText());
        return Optional.of(order.resource());
    }

    private boolean update(UUID machine) throws InterruptedException {
        story.chapter("Order 2 of 3: a larger machine");
        story.tell(Actor.CUSTOMER, "wants \"web\" to have 2 processors and 4 GiB");
        if (!follow(stage.waldur().updateOrder(machine, limits(NewOrder.plain(), 2, 4096, 81_920)))) {
            return false;
        }
        story.tell(
                Actor.WALDUR,
                "shows \"web\" with limits " + stage.waldur().resource(machine).limits());
        return true;
    }

    private boolean terminate(UUID machine) throws InterruptedException {
        story.chapter("Order 3 of 3: the end of the machine");
        story.tell(Actor.CUSTOMER, "does not need \"web\" any more");
        if (!follow(stage.waldur().terminateOrder(machine))) {
            return false;
        }
        story.tell(
                Actor.WALDUR,
                "shows \"web\" as " + stage.waldur().resource(machine).state().wire());
        return true;
    }

    private static NewOrder limits(NewOrder order, long processors, long mebibytes, long disk) {
        return order.limit("cpu", processors).limit("ram", mebibytes).limit("disk", disk);
    }

    /** Waits for the end of an order and tells meanwhile what becomes of the droplets; returns whether it was done. */
    private boolean follow(OrderSnapshot placed) throws InterruptedException {
        return customer.follow(placed, LONGEST_ORDER, droplets::look);
    }

    private boolean nothingIsLeft() {
        List<Droplet> left = stage.cloud().droplets();
        if (!left.isEmpty()) {
            story.tell(Actor.CLOUD, "still has " + left + ", which nobody ordered");
        }
        return left.isEmpty();
    }
}
