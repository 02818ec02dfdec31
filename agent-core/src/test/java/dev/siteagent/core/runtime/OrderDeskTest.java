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
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Handle;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
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
    void waitingOrdersArePolledTogether() throws Exception {
        place(30);
        desks.concurrency = 30;
        cloud.polls = 4;

        desks.run(desks.desk(cloud));

        long polls = cloud.calls.stream().filter("poll"::equals).count();
        long polled = cloud.calls.stream().filter("polled"::equals).count();
        assertThat(polled).isEqualTo(120);
        assertThat(polls).isLessThan(60);
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
    void orderThatWaitsTooLongIsLeftExecutingAndNamed() throws Exception {
        OrderSnapshot order = place(1).get(0);
        cloud.polls = Integer.MAX_VALUE;
        desks.longestWait = Duration.ofMillis(200);

        DeskReport report = desks.run(desks.desk(cloud));

        assertThat(state(order)).isEqualTo(OrderSnapshot.State.EXECUTING);
        assertThat(report.problems()).singleElement().asString().contains("still waits", "is booting");
    }

    @Test
    void runningAgentPollsOnWhenAnOrderWaitsTooLong() throws Exception {
        OrderSnapshot order = place(1).get(0);
        cloud.polls = 400;
        desks.once = false;
        desks.longestWait = Duration.ofSeconds(1);
        OrderDesk desk = desks.desk(cloud);
        Future<DeskReport> report = desks.start(desk);

        desks.fixture.waldur.waitFor(order.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
        desk.stop();

        assertThat(report.get(30, TimeUnit.SECONDS).done()).isEqualTo(1);
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
    void backendActsForNoMoreOrdersAtOnceThanAllowedAlsoInItsPolls() throws Exception {
        List<Integer> acting = new CopyOnWriteArrayList<>();
        MemoryCloud lateMaker = lateMaker(works -> acting.add(works.size()));
        place(12);
        desks.concurrency = 2;

        assertThat(desks.run(desks.desk(lateMaker)).done()).isEqualTo(12);

        assertThat(acting).isNotEmpty().allMatch(size -> size <= 2);
    }

    @Test
    void pollThatTakesItsTimeKeepsNoOtherOrderWaiting() throws Exception {
        CountDownLatch othersAreDone = new CountDownLatch(1);
        AtomicInteger polls = new AtomicInteger();
        MemoryCloud lateMaker = lateMaker(works -> {
            if (polls.getAndIncrement() == 0) {
                othersAreDone.await();
            }
        });
        desks.concurrency = 4;
        place(1);
        desks.once = false;
        OrderDesk desk = desks.desk(lateMaker);
        Future<DeskReport> report = desks.start(desk);
        Awaitility.await().until(() -> polls.get() > 0);

        place(3);

        Awaitility.await().until(() -> desks.ended.size() == 3);
        othersAreDone.countDown();
        Awaitility.await().until(() -> desks.ended.size() == 4);
        desk.stop();
        assertThat(report.get(30, TimeUnit.SECONDS).done()).isEqualTo(4);
    }

    @Test
    void deskRestsWhileAPollTakesItsTime() throws Exception {
        MemoryCloud slow = new MemoryCloud() {
            @Override
            public Map<UUID, Attempt<Outcome>> poll(Collection<PendingWork> works)
                    throws BackendException, InterruptedException {
                new CountDownLatch(1).await(300, TimeUnit.MILLISECONDS);
                return super.poll(works);
            }
        };
        place(3);

        desks.run(desks.desk(slow));

        assertThat(desks.turns.get()).isLessThan(60);
    }

    @Test
    void stopDoesNotWaitForAListThatHangs() throws Exception {
        CountDownLatch listing = new CountDownLatch(1);
        desks.once = false;
        desks.grace = Duration.ofMinutes(10);
        OrderDesk desk = desks.desk(() -> {
            listing.countDown();
            new CountDownLatch(1).await();
            return new Cycle.Skipped("never reached", false);
        });
        Future<DeskReport> report = desks.start(desk);
        listing.await();

        desk.stop();

        assertThat(report.get(30, TimeUnit.SECONDS).graceRanOut()).isFalse();
    }

    @Test
    void pollThatHangsIsInterruptedAndOnceEnds() throws Exception {
        MemoryCloud hanging = new MemoryCloud() {
            @Override
            public Map<UUID, Attempt<Outcome>> poll(Collection<PendingWork> works) throws InterruptedException {
                new CountDownLatch(1).await();
                return Map.of();
            }
        };
        place(1);
        desks.longestWait = Duration.ofMillis(200);

        DeskReport report = desks.run(desks.desk(hanging));

        assertThat(report.problems()).singleElement().asString().contains("still waits");
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
    void errorOfThePluginInAPollOrACycleIsAnAnswerToo() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        MemoryCloud broken = new MemoryCloud() {
            @Override
            public Map<UUID, Attempt<Outcome>> poll(Collection<PendingWork> works)
                    throws BackendException, InterruptedException {
                if (asked.getAndIncrement() == 0) {
                    throw new StackOverflowError("in the plugin");
                }
                return super.poll(works);
            }
        };
        place(1);
        assertThat(desks.run(desks.desk(broken)).done()).isOne();

        DeskReport report = desks.run(desks.desk(() -> {
            throw new AssertionError("in the plugin");
        }));
        assertThat(report.problems()).singleElement().asString().contains("in the plugin");
    }

    @Test
    void orderCancelledWhileItWaitsIsGivenUp() throws Exception {
        desks.once = false;
        cloud.polls = Integer.MAX_VALUE;
        OrderSnapshot order = place(1).get(0);
        OrderDesk desk = desks.desk(cloud);
        Future<DeskReport> report = desks.start(desk);
        Awaitility.await().until(() -> cloud.calls.contains("polled"));

        desks.fixture.waldur.cancelOrder(order.uuid());

        Awaitility.await().until(() -> !desks.ended.isEmpty());
        desk.stop();
        report.get(30, TimeUnit.SECONDS);
        assertThat(desks.ended)
                .singleElement()
                .isInstanceOfSatisfying(OrderResult.Overtaken.class, overtaken -> assertThat(overtaken.backendId())
                        .isPresent());
        assertThat(cloud.machines).hasSize(1);
    }

    @Test
    void stopLetsWhatRunsFinishAndTakesNothingNew() throws Exception {
        place(5);
        desks.concurrency = 1;
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        MemoryCloud slow = new MemoryCloud() {
            @Override
            protected void during(String operation, Resource resource) throws InterruptedException {
                running.countDown();
                mayEnd.await();
            }
        };
        slow.polls = 0;
        OrderDesk desk = desks.desk(slow);
        Future<DeskReport> report = desks.start(desk);
        running.await();

        desk.stop();
        mayEnd.countDown();

        DeskReport result = report.get(30, TimeUnit.SECONDS);
        assertThat(result.done()).isEqualTo(1);
        assertThat(result.graceRanOut()).isFalse();
        assertThat(slow.machines).hasSize(1);
    }

    @Test
    void workThatOutlivesTheGraceIsInterrupted() throws Exception {
        place(1);
        desks.grace = Duration.ofMillis(100);
        CountDownLatch running = new CountDownLatch(1);
        MemoryCloud hanging = new MemoryCloud() {
            @Override
            protected void during(String operation, Resource resource) throws InterruptedException {
                running.countDown();
                new CountDownLatch(1).await();
            }
        };
        OrderDesk desk = desks.desk(hanging);
        Future<DeskReport> report = desks.start(desk);
        running.await();

        desk.stop();

        assertThat(report.get(30, TimeUnit.SECONDS).graceRanOut()).isTrue();
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

    /** What a test does when orders are polled that may be acted on. */
    @FunctionalInterface
    private interface InPoll {
        void with(Collection<PendingWork> works) throws InterruptedException;
    }

    /** A cloud that makes its machines in the first poll, as one does that announces a create before it sends it. */
    private static MemoryCloud lateMaker(InPoll inPoll) {
        return new MemoryCloud() {
            @Override
            public Outcome create(CreateRequest request) {
                return new Outcome.Pending(
                        Optional.empty(), new Handle("soon"), Duration.ofMillis(1), "about to be made");
            }

            @Override
            public Map<UUID, Attempt<Outcome>> poll(Collection<PendingWork> works)
                    throws BackendException, InterruptedException {
                inPoll.with(works);
                Map<UUID, Attempt<Outcome>> made = new HashMap<>();
                for (PendingWork work : works) {
                    made.put(work.resource().uuid(), new Attempt.Succeeded<>(made(work.resource())));
                }
                return made;
            }

            private Outcome made(Resource resource) {
                return Outcome.ready(BackendResource.ready(
                        put("vm-" + resource.uuid(), resource.uuid()).id()));
            }
        };
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
