package dev.siteagent.core.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.core.waldur.OrderState;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Orders that are read again, many by one request. */
@Timeout(60)
class OrderReadsTest {
    private static final String ORDER = "/api/marketplace-orders/{uuid}/";

    private final OrderFixture fixture = new OrderFixture();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        threads.shutdownNow();
        fixture.close();
    }

    @Test
    void orderThatWaldurDoesNotShowFailsNoOtherThatIsReadWithIt() throws Exception {
        OrderSnapshot first = executing();
        OrderSnapshot good = executing();
        OrderSnapshot hidden = cancelled();
        fixture.waldur.faults().on(Requests.path(ORDER)).once(Fault.stall(Duration.ofMillis(500)));
        Future<OrderState> leader = threads.submit(() -> fixture.reads.state(first.uuid()));
        Awaitility.await().until(() -> !fixture.waldur.requests().all().isEmpty());
        fixture.waldur.faults().on(Requests.path(ORDER)).always(Fault.answer(Response.text(404, "{}")));

        List<Future<OrderState>> reads = new ArrayList<>();
        for (OrderSnapshot order : List.of(hidden, good, first)) {
            reads.add(threads.submit(() -> fixture.reads.state(order.uuid())));
        }

        assertThat(leader.get(20, TimeUnit.SECONDS)).isEqualTo(OrderState.EXECUTING);
        assertThatThrownBy(() -> reads.get(0).get(20, TimeUnit.SECONDS))
                .hasCauseInstanceOf(WaldurRejectedException.class);
        assertThat(reads.get(1).get(20, TimeUnit.SECONDS)).isEqualTo(OrderState.EXECUTING);
        assertThat(reads.get(2).get(20, TimeUnit.SECONDS)).isEqualTo(OrderState.EXECUTING);
    }

    @Test
    void orderThatCannotBeReadNowFailsNoneThatTheListHad() throws Exception {
        OrderSnapshot good = executing();
        OrderSnapshot other = executing();
        OrderSnapshot gone = cancelled();
        fixture.waldur.faults().on(Requests.path(ORDER)).once(Fault.stall(Duration.ofMillis(500)));
        Future<OrderState> leader = threads.submit(() -> fixture.reads.state(other.uuid()));
        Awaitility.await().until(() -> !fixture.waldur.requests().all().isEmpty());
        fixture.waldur.faults().on(Requests.path(ORDER)).always(Fault.answer(Response.text(503, "busy")));

        Future<OrderState> unreachable = threads.submit(() -> fixture.reads.state(gone.uuid()));
        Future<OrderState> listed = threads.submit(() -> fixture.reads.state(good.uuid()));
        Future<OrderState> again = threads.submit(() -> fixture.reads.state(other.uuid()));

        assertThat(leader.get(20, TimeUnit.SECONDS)).isEqualTo(OrderState.EXECUTING);
        assertThatThrownBy(() -> unreachable.get(20, TimeUnit.SECONDS))
                .hasCauseInstanceOf(WaldurUnavailableException.class);
        assertThat(listed.get(20, TimeUnit.SECONDS)).isEqualTo(OrderState.EXECUTING);
        assertThat(again.get(20, TimeUnit.SECONDS)).isEqualTo(OrderState.EXECUTING);
    }

    @Test
    void doneOrderWhoseStateIsNotShownIsNotErred() throws Exception {
        MemoryCloud cloud = new MemoryCloud();
        OrderSnapshot order = executing();
        OrderProcessor processor = fixture.processor(cloud);
        var begun = fixture.read(order);
        fixture.waldur.faults().on(Requests.path(ORDER)).always(Fault.answer(Response.text(404, "{}")));

        OrderResult result = processor.begin(begun);
        while (result instanceof OrderResult.Waiting waiting) {
            result = processor.resume(
                    waiting.pending(),
                    processor.poll(List.of(waiting.pending())).get(order.uuid()));
        }

        assertThat(result).isInstanceOf(OrderResult.Postponed.class);
        assertThat(fixture.waldur.order(order.uuid()).state()).isEqualTo(OrderSnapshot.State.EXECUTING);
    }

    @Test
    void orderWithoutAUuidIsLeftOut() throws Exception {
        fixture.waldur
                .faults()
                .on(Requests.path("/api/marketplace-orders/"))
                .once(Fault.answer(Response.text(200, "[{\"uuid\": \"\", \"state\": \"executing\"}]")));

        assertThat(fixture.reads.open()).isEmpty();
    }

    private OrderSnapshot executing() {
        return fixture.ordered(NewOrder.named("web").autoApproved());
    }

    private OrderSnapshot cancelled() {
        OrderSnapshot order = executing();
        fixture.waldur.cancelOrder(order.uuid());
        return order;
    }
}
