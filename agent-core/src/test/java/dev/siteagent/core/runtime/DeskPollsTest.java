package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.orders.MemoryCloud;
import dev.siteagent.core.orders.OrderResult;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.Resource;
import java.time.Duration;
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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Orders that wait: how they are polled, and what becomes of those that wait too long. */
@Timeout(120)
class DeskPollsTest {
    private final DeskFixture desks = new DeskFixture();
    private final MemoryCloud cloud = new MemoryCloud();

    @AfterEach
    void close() {
        desks.close();
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
