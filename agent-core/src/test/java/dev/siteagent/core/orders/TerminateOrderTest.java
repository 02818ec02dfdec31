package dev.siteagent.core.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.TransientBackendException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Terminate orders: done only when the machine is gone. */
class TerminateOrderTest {
    private final OrderFixture fixture = new OrderFixture();
    private final MemoryCloud cloud = new MemoryCloud();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void orderIsDoneWhenTheMachineIsGone() throws Exception {
        OrderSnapshot order = terminate(fixture.existing(cloud, "7"));

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Done.class);

        assertThat(cloud.machines).isEmpty();
        assertThat(fixture.resource(order).state()).isEqualTo(ResourceSnapshot.State.TERMINATED);
    }

    @Test
    void orderStaysExecutingWhileTheMachineIsStillThere() throws Exception {
        OrderSnapshot order = terminate(fixture.existing(cloud, "7"));

        OrderResult result = fixture.processor(cloud).begin(fixture.read(order));

        assertThat(result).isInstanceOf(OrderResult.Waiting.class);
        assertThat(cloud.machines).containsKey("7");
        assertThat(fixture.order(order).state()).isEqualTo(OrderSnapshot.State.EXECUTING);
    }

    @Test
    void machineThatIsGoneAlreadyIsSuccess() throws Exception {
        UUID resource = fixture.existing(cloud, "7");
        cloud.machines.clear();

        assertThat(fixture.carryOut(cloud, terminate(resource))).isInstanceOf(OrderResult.Done.class);
    }

    @Test
    void machineWhoseIdWasLostIsFoundAndDeleted() throws Exception {
        UUID resource = fixture.existing(cloud, "7");
        fixture.client.resources().setBackendId(resource, "");

        assertThat(fixture.carryOut(cloud, terminate(resource))).isInstanceOf(OrderResult.Done.class);

        assertThat(cloud.machines).isEmpty();
    }

    @Test
    void backendThatRefusesFailsTheOrder() throws Exception {
        OrderSnapshot order = terminate(fixture.existing(cloud, "7"));
        cloud.fail("delete", new PermanentBackendException("The machine carries the mark of another resource."));

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Erred.class);
        assertThat(fixture.order(order).state()).isEqualTo(OrderSnapshot.State.ERRED);
        assertThat(cloud.machines).containsKey("7");
    }

    @Test
    void backendThatCannotBeReachedPostponesTheOrder() throws Exception {
        OrderSnapshot order = terminate(fixture.existing(cloud, "7"));
        cloud.fail("delete", new TransientBackendException("The cloud does not answer.", null));

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Postponed.class);
        assertThat(fixture.order(order).state()).isEqualTo(OrderSnapshot.State.EXECUTING);
    }

    @Test
    void erredOrderCanBeTriedAgain() throws Exception {
        OrderSnapshot order = terminate(fixture.existing(cloud, "7"));
        cloud.fail("delete", new PermanentBackendException("Locked by an administrator."));
        fixture.carryOut(cloud, order);
        fixture.waldur.retryOrder(order.uuid());

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Done.class);
        assertThat(cloud.machines).isEmpty();
    }

    private OrderSnapshot terminate(UUID resource) {
        return fixture.waldur.terminateOrder(resource);
    }
}
