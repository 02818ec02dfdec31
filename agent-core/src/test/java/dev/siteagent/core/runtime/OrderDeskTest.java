package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.orders.MemoryCloud;
import dev.siteagent.core.orders.OrderProcessor;
import dev.siteagent.core.orders.OrderResult;
import dev.siteagent.core.runtime.OrderSource.Cycle;
import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.TransientBackendException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many orders at once: turns, waits, repeats, stops. */
@Timeout(120)
class OrderDeskTest {
    private final DeskFixture desks = new DeskFixture();
    private final MemoryCloud cloud = new MemoryCloud();

    @AfterEach
    void close() {
        desks.close();
    }

    @Test
    void onceEndsWhenAllOrdersOfTheCycleAreDone() throws Exception {
        List<OrderSnapshot> orders = place(20);
        cloud.polls = 3;

        DeskReport report = desks.run(desks.desk(cloud));

        assertThat(report.done()).isEqualTo(20);
        assertThat(report.problems()).isEmpty();
        assertThat(orders).allSatisfy(order -> assertThat(state(order)).isEqualTo(OrderSnapshot.State.DONE));
        assertThat(cloud.machines).hasSize(20);
        assertThat(desks.cycles).hasValue(1);
    }

    @Test
    void noMoreOrdersAreActiveThanAllowed() throws Exception {
        AtomicInteger active = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        MemoryCloud slow = new MemoryCloud() {
            @Override
            protected void during(String operation, Resource resource) throws InterruptedException {
                if (operation.equals("create")) {
                    most.accumulateAndGet(active.incrementAndGet(), Math::max);
                    TimeUnit.MILLISECONDS.sleep(20);
                    active.decrementAndGet();
                }
            }
        };
        place(12);
        desks.concurrency = 3;

        assertThat(desks.run(desks.desk(slow)).done()).isEqualTo(12);

        assertThat(most.get()).isBetween(2, 3);
    }

    @Test
    void orderThatOnlyWaitsHoldsNoPlace() throws Exception {
        place(6);
        desks.concurrency = 1;
        CountDownLatch allMade = new CountDownLatch(6);
        MemoryCloud boots = new MemoryCloud() {
            @Override
            protected void during(String operation, Resource resource) {
                if (operation.equals("create")) {
                    allMade.countDown();
                }
            }

            @Override
            public Map<UUID, Attempt<Outcome>> poll(Collection<PendingWork> works)
                    throws BackendException, InterruptedException {
                // No machine is ready before all were begun.
                assertThat(allMade.await(30, TimeUnit.SECONDS)).isTrue();
                return super.poll(works);
            }
        };

        assertThat(desks.run(desks.desk(boots)).done()).isEqualTo(6);
    }

    @Test
    void ordersOfOneResourceAreCarriedOutOneAfterTheOther() throws Exception {
        OrderSnapshot order = place(1).get(0);
        assertThat(desks.claims.claim(order.resource())).isTrue();
        Future<DeskReport> report = desks.start(desks.desk(cloud));
        Awaitility.await().until(() -> desks.cycles.get() == 1);

        assertThat(cloud.calls).isEmpty();
        desks.claims.release(order.resource());

        assertThat(report.get(30, TimeUnit.SECONDS).done()).isEqualTo(1);
        assertThat(desks.claims.claim(order.resource())).isTrue();
    }

    @Test
    void passingFailureIsTriedAgainInTheSameCycle() throws Exception {
        place(1);
        cloud.fail(
                "create",
                new TransientBackendException("503", null),
                new TransientBackendException("503", null),
                new TransientBackendException("503", null));

        DeskReport report = desks.run(desks.desk(cloud));

        assertThat(report.done()).isEqualTo(1);
        assertThat(report.problems()).isEmpty();
    }

    @Test
    void failureThatDoesNotPassLeavesTheOrderExecutingAndIsNamed() throws Exception {
        OrderSnapshot order = place(1).get(0);
        for (int i = 0; i < 10; i++) {
            cloud.fail("create", new TransientBackendException("The cloud answered 503.", null));
        }

        DeskReport report = desks.run(desks.desk(cloud));

        assertThat(state(order)).isEqualTo(OrderSnapshot.State.EXECUTING);
        assertThat(report.problems())
                .singleElement()
                .asString()
                .contains(order.uuid().toString(), "503");
        assertThat(cloud.calls).hasSize(4);
    }

    @Test
    void failedOrderIsNamedAndTheOthersAreDone() throws Exception {
        place(3);
        cloud.fail("create", new PermanentBackendException("There is no size XXL."));

        DeskReport report = desks.run(desks.desk(cloud));

        assertThat(report.done()).isEqualTo(2);
        assertThat(report.problems()).singleElement().asString().contains("There is no size XXL.");
    }

    @Test
    void stepThatHangsIsInterruptedAndItsOrderLeft() throws Exception {
        OrderSnapshot order = place(1).get(0);
        desks.longestWait = Duration.ofMillis(100);
        MemoryCloud hanging = new MemoryCloud() {
            @Override
            protected void during(String operation, Resource resource) throws InterruptedException {
                new CountDownLatch(1).await();
            }
        };

        DeskReport report = desks.run(desks.desk(hanging));

        assertThat(state(order)).isEqualTo(OrderSnapshot.State.EXECUTING);
        assertThat(report.problems()).singleElement().asString().contains("interrupted");
    }

    @Test
    void ordersThatComeLaterAreTakenUpInLaterCycles() throws Exception {
        desks.once = false;
        OrderDesk desk = desks.desk(cloud);
        Future<DeskReport> report = desks.start(desk);
        Awaitility.await().until(() -> desks.cycles.get() >= 2);

        OrderSnapshot order = place(1).get(0);
        desks.fixture.waldur.waitFor(order.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
        desk.stop();

        assertThat(report.get(30, TimeUnit.SECONDS).done()).isEqualTo(1);
    }

    @Test
    void cycleThatTakesLongerThanThePeriodDoesNotOverlap() throws Exception {
        desks.once = false;
        desks.period = Duration.ofMillis(5);
        AtomicInteger listing = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        OrderDesk desk = desks.desk(() -> {
            most.accumulateAndGet(listing.incrementAndGet(), Math::max);
            TimeUnit.MILLISECONDS.sleep(30);
            listing.decrementAndGet();
            return new Cycle.Orders(desks.fixture.processor(cloud), List.of());
        });
        Future<DeskReport> report = desks.start(desk);
        Awaitility.await().until(() -> desks.cycles.get() >= 5);
        desk.stop();
        report.get(30, TimeUnit.SECONDS);

        assertThat(most).hasValue(1);
    }

    @Test
    void orderInFlightIsNotBegunASecondTimeByTheNextCycle() throws Exception {
        desks.once = false;
        desks.period = Duration.ofMillis(5);
        cloud.polls = 30;
        OrderSnapshot order = place(1).get(0);
        OrderDesk desk = desks.desk(cloud);
        Future<DeskReport> report = desks.start(desk);

        desks.fixture.waldur.waitFor(order.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
        desk.stop();
        report.get(30, TimeUnit.SECONDS);

        assertThat(desks.cycles.get()).isGreaterThan(3);
        assertThat(cloud.calls).containsOnlyOnce("create");
    }

    @Test
    void orderThatEndedWhileAListWasUnderWayIsNotBegunAgainByThatList() throws Exception {
        desks.once = false;
        AtomicInteger lists = new AtomicInteger();
        CountDownLatch secondListBegan = new CountDownLatch(1);
        MemoryCloud failing = new MemoryCloud() {
            @Override
            protected void during(String operation, Resource resource) throws InterruptedException {
                secondListBegan.await();
            }
        };
        failing.fail("create", new PermanentBackendException("There is no size XXL."));
        desks.fixture.ordered(NewOrder.named("web").autoApproved());
        OrderProcessor processor = desks.fixture.processor(failing);
        List<WaldurOrder> before = desks.fixture.reads.open();
        OrderDesk desk = desks.desk(() -> {
            if (lists.incrementAndGet() == 2) {
                // This list was read before the order ended, and arrives after.
                secondListBegan.countDown();
                Awaitility.await().until(() -> !desks.ended.isEmpty());
            }
            return new Cycle.Orders(processor, lists.get() <= 2 ? before : List.of());
        });
        Future<DeskReport> report = desks.start(desk);

        Awaitility.await().until(() -> desks.cycles.get() >= 4);
        desk.stop();
        report.get(30, TimeUnit.SECONDS);

        assertThat(failing.calls).containsOnlyOnce("create");
        assertThat(desks.ended).hasSize(1);
    }

    @Test
    void orderCancelledWhileItsListTookLongIsNotBegun() throws Exception {
        OrderSnapshot order = desks.fixture.ordered(NewOrder.named("web").autoApproved());
        OrderProcessor processor = desks.fixture.processor(cloud);
        AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
        desks.clock = new Clock() {
            @Override
            public Instant instant() {
                return Instant.now().plus(ahead.get());
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };

        desks.run(desks.desk(() -> {
            List<WaldurOrder> listed = desks.fixture.reads.open();
            desks.fixture.waldur.cancelOrder(order.uuid());
            ahead.set(Duration.ofSeconds(30));
            return new Cycle.Orders(processor, listed);
        }));

        assertThat(cloud.calls).isEmpty();
        assertThat(cloud.machines).isEmpty();
    }

    @Test
    void cycleThatCannotBeginForItHangsIsInterruptedAndCountsAsFailed() throws Exception {
        desks.longestWait = Duration.ofMillis(200);

        DeskReport report = desks.run(desks.desk(() -> {
            new CountDownLatch(1).await();
            return new Cycle.Skipped("never reached", false);
        }));

        assertThat(report.problems()).singleElement().asString().contains("interrupted");
    }

    @Test
    void cycleThatCannotBeginIsAProblemAndTheNextOneIsNot() throws Exception {
        desks.fixture
                .waldur
                .faults()
                .on(Requests.of("GET", "/api/marketplace-orders/"))
                .times(3, Fault.answer(Response.text(500, "down")));

        DeskReport first = desks.run(desks.desk(cloud));
        DeskReport second = desks.run(desks.desk(cloud));

        assertThat(first.problems()).singleElement().asString().contains("Virtual machines", "500");
        assertThat(second.problems()).isEmpty();
    }

    @Test
    void backendThatRefusesDisablesTheOffering() throws Exception {
        desks.once = false;

        DeskReport report = desks.run(desks.desk(() -> new Cycle.Disabled("the token is blank")));

        assertThat(report.disabled()).contains("the token is blank");
    }

    @Test
    void everyThirdFailingRequestKeepsNoOrderFromBeingDoneOnce() throws Exception {
        List<OrderSnapshot> orders = place(20);
        AtomicInteger requests = new AtomicInteger();
        desks.fixture.waldur.faults().script(request -> {
            int number = requests.incrementAndGet();
            if (number % 3 != 0) {
                return Optional.empty();
            }
            return Optional.of(
                    switch (number / 3 % 3) {
                        case 0 -> Fault.answer(Response.text(500, "oops"));
                        case 1 -> Fault.answerLost();
                        default -> Fault.reset();
                    });
        });
        desks.backoff = new Backoff(Duration.ofMillis(5), Duration.ofMillis(20), 50);
        desks.once = false;
        OrderDesk desk = desks.desk(cloud);
        Future<DeskReport> report = desks.start(desk);

        for (OrderSnapshot order : orders) {
            desks.fixture.waldur.waitFor(order.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(60));
        }
        desk.stop();
        report.get(30, TimeUnit.SECONDS);

        assertThat(cloud.machines).hasSize(20);
        assertThat(desks.ended).noneMatch(result -> result instanceof OrderResult.Erred);
    }

    private List<OrderSnapshot> place(int count) {
        List<OrderSnapshot> orders = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            orders.add(desks.fixture.ordered(NewOrder.named("vm-" + i).limit("cpu", 1)));
        }
        return orders;
    }

    private OrderSnapshot.State state(OrderSnapshot order) {
        return desks.fixture.order(order).state();
    }
}
