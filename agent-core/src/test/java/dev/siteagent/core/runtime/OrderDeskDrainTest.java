package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.orders.MemoryCloud;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.spi.Resource;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A desk that ends while its work goes on at another one. */
@Timeout(60)
class OrderDeskDrainTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final DeskFixture desks = new DeskFixture();
    private final CountDownLatch inCreate = new CountDownLatch(1);
    private final CountDownLatch mayGoOn = new CountDownLatch(1);
    private final MemoryCloud cloud = new MemoryCloud();

    /** A cloud whose create takes until it is told to go on. */
    private final MemoryCloud slow = new MemoryCloud() {
        @Override
        protected void during(String operation, Resource resource) throws InterruptedException {
            if (operation.equals("create")) {
                inCreate.countDown();
                mayGoOn.await();
            }
        }
    };

    @BeforeEach
    void prepare() {
        desks.once = false;
    }

    @AfterEach
    void close() {
        desks.close();
    }

    @Test
    void orderThatOnlyWaitsIsPolledToItsEnd() throws Exception {
        cloud.polls = 50;
        OrderSnapshot order = place("web");
        OrderDesk desk = desks.desk(cloud);
        Future<DeskReport> report = desks.start(desk);
        Awaitility.await().until(() -> cloud.calls.contains("polled"));

        desk.drain(LONG);

        assertThat(report.get(30, TimeUnit.SECONDS)).satisfies(end -> {
            assertThat(end.done()).isEqualTo(1);
            assertThat(end.graceRanOut()).isFalse();
        });
        assertThat(state(order)).isEqualTo(OrderSnapshot.State.DONE);
        assertThat(desk.awaitQuiet(Duration.ofSeconds(10))).isTrue();
    }

    @Test
    void stepThatHasBegunEndsWithoutInterrupt() throws Exception {
        OrderSnapshot order = place("web");
        desks.grace = Duration.ZERO;
        OrderDesk desk = desks.desk(slow);
        Future<DeskReport> report = desks.start(desk);
        inCreate.await();

        desk.drain(LONG);
        assertThat(desk.awaitQuiet(Duration.ofMillis(100))).isFalse();
        mayGoOn.countDown();

        assertThat(report.get(30, TimeUnit.SECONDS).done()).isEqualTo(1);
        assertThat(state(order)).isEqualTo(OrderSnapshot.State.DONE);
    }

    @Test
    void nothingNewIsTakenNeitherFromAListNorFromAnEvent() throws Exception {
        place("first");
        desks.concurrency = 1;
        OrderDesk desk = desks.desk(slow);
        Future<DeskReport> report = desks.start(desk);
        inCreate.await();
        OrderSnapshot listed = place("listed");
        int cycles = desks.cycles.get();
        Awaitility.await().until(() -> desks.cycles.get() > cycles + 1);

        desk.drain(LONG);
        OrderSnapshot told = place("told");
        desk.take(desks.fixture.read(told));
        mayGoOn.countDown();

        assertThat(report.get(30, TimeUnit.SECONDS).done()).isEqualTo(1);
        assertThat(state(listed)).isEqualTo(OrderSnapshot.State.PENDING_PROVIDER);
        assertThat(state(told)).isEqualTo(OrderSnapshot.State.PENDING_PROVIDER);
    }

    @Test
    void orderThatWaitsForLongerThanThePatienceIsGoneOnWithByTheNextDesk() throws Exception {
        cloud.polls = 1_000_000;
        OrderSnapshot order = place("web");
        OrderDesk desk = desks.desk(cloud);
        Future<DeskReport> report = desks.start(desk);
        Awaitility.await().until(() -> cloud.calls.contains("polled"));

        desk.drain(Duration.ofMillis(200));

        assertThat(report.get(30, TimeUnit.SECONDS).graceRanOut()).isFalse();
        assertThat(state(order)).isEqualTo(OrderSnapshot.State.EXECUTING);
        cloud.polls = 1;
        OrderDesk next = desks.desk(cloud);
        Future<DeskReport> second = desks.start(next);
        Awaitility.await().until(() -> state(order) == OrderSnapshot.State.DONE);
        next.drain(LONG);
        assertThat(second.get(30, TimeUnit.SECONDS).done()).isEqualTo(1);
        assertThat(cloud.machines).hasSize(1);
    }

    @Test
    void stepThatHangsBeyondThePatienceIsInterruptedAfterTheGracePeriod() throws Exception {
        place("web");
        desks.grace = Duration.ofMillis(100);
        OrderDesk desk = desks.desk(slow);
        Future<DeskReport> report = desks.start(desk);
        inCreate.await();

        desk.drain(Duration.ofMillis(100));

        assertThat(report.get(30, TimeUnit.SECONDS).graceRanOut()).isTrue();
        assertThat(desk.awaitQuiet(Duration.ofSeconds(10))).isTrue();
    }

    @Test
    void stopEndsADrainWithoutWaitingForWhatWaits() throws Exception {
        cloud.polls = 1_000_000;
        place("web");
        OrderDesk desk = desks.desk(cloud);
        Future<DeskReport> report = desks.start(desk);
        Awaitility.await().until(() -> cloud.calls.contains("polled"));
        desk.drain(LONG);

        desk.stop();

        assertThat(report.get(30, TimeUnit.SECONDS).graceRanOut()).isFalse();
    }

    private OrderSnapshot place(String name) {
        return desks.fixture.ordered(NewOrder.named(name).limit("cpu", 1));
    }

    private OrderSnapshot.State state(OrderSnapshot order) {
        return desks.fixture.order(order).state();
    }
}
