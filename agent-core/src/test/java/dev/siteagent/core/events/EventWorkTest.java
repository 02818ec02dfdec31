package dev.siteagent.core.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.siteagent.core.events.EventMessage.OrderChanged;
import dev.siteagent.core.events.EventMessage.PeriodicLimitsSet;
import dev.siteagent.core.events.stomp.LinkListener;
import dev.siteagent.core.events.stomp.LinkPlan;
import dev.siteagent.core.events.stomp.LinkTimes;
import dev.siteagent.core.events.stomp.Login;
import dev.siteagent.core.events.stomp.SandboxBroker;
import dev.siteagent.core.events.stomp.StompLink;
import dev.siteagent.core.events.stomp.Subscription;
import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.Secret;
import dev.siteagent.spi.TransientBackendException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events become work: with the sandbox's broker, a real link and handlers that the test holds in its hand. */
class EventWorkTest {
    private static final LinkTimes TIMES = new LinkTimes(
            Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofMillis(10), Duration.ofMillis(50), 1024 * 1024);

    private final SandboxBroker broker = SandboxBroker.open();
    private final ExecutorService workers = Executors.newFixedThreadPool(4);
    private final List<OrderChanged> begun = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<Void>> ends = new CopyOnWriteArrayList<>();
    private final AtomicInteger ups = new AtomicInteger();
    private volatile EventWork.Timer timer = (pause, task) -> task.run();
    private EventWork work;
    private StompLink link;

    @BeforeEach
    void prepare() {
        broker.user("vhost", "user", "passcode");
        broker.queue("vhost", "orders");
    }

    @AfterEach
    void end() {
        link.close();
        workers.shutdownNow();
        broker.close();
    }

    /** Records what begins, and ends it when the test says so. */
    private CompletableFuture<Void> hold(EventMessage message) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        ends.add(end);
        begun.add((OrderChanged) message);
        return end;
    }

    private void listen(EventHandler handler, int prefetch) {
        listen(ObjectType.ORDER, handler, prefetch);
    }

    private void listen(ObjectType type, EventHandler handler, int prefetch) {
        work = new EventWork(
                "Droplets",
                Map.of(type, handler),
                workers,
                (pause, task) -> timer.after(pause, task),
                n -> Duration.ZERO);
        LinkPlan plan = new LinkPlan(
                new Login(broker.address(false, true), "vhost", "user", Secret.of("passcode"), ""),
                List.of(new Subscription(type.wire(), "orders", prefetch)));
        LinkListener counting = new LinkListener() {
            @Override
            public void up() {
                ups.incrementAndGet();
            }

            @Override
            public void down(String why, Duration pause) {}
        };
        link = new StompLink("a test", doubted -> plan, work, counting, TIMES, Sleeper.SYSTEM, new SecureRandom());
        link.start();
        await().until(() -> ups.get() == 1);
    }

    private void publish(UUID order, String state) {
        broker.publish("vhost", "orders", "{\"order_uuid\":\"" + order + "\",\"order_state\":\"" + state + "\"}");
    }

    private int messages() {
        return broker.messages("vhost", "orders");
    }

    @Test
    void aMessageIsAcknowledgedWhenItsWorkIsDone() {
        listen(this::hold, 10);
        publish(UUID.randomUUID(), "executing");
        await().until(() -> ends.size() == 1);
        assertThat(messages()).isOne();
        assertThat(work.depth()).isOne();

        ends.get(0).complete(null);

        await().until(() -> messages() == 0);
        assertThat(work.depth()).isZero();
    }

    @Test
    void messagesAboutOneOrderAreHandedOverOneAfterTheOtherAndOthersMeanwhile() {
        UUID one = UUID.randomUUID();
        UUID other = UUID.randomUUID();
        CountDownLatch release = new CountDownLatch(1);
        listen(
                message -> {
                    begun.add((OrderChanged) message);
                    release.await();
                    return CompletableFuture.completedFuture(null);
                },
                10);
        publish(one, "pending-provider");
        publish(one, "executing");
        publish(other, "executing");

        await().until(() -> begun.size() == 2);
        assertThat(begun).extracting(OrderChanged::order).containsExactlyInAnyOrder(one, other);
        await().during(Duration.ofMillis(200)).until(() -> begun.size() == 2);
        release.countDown();

        await().until(() -> begun.size() == 3);
        assertThat(begun.get(2).order()).isEqualTo(one);
        assertThat(begun.get(2).state().wire()).isEqualTo("executing");
        await().until(() -> messages() == 0);
    }

    @Test
    void aMessageThatComesAgainDuringItsWorkIsNotHandedOverTwiceAtOnce() {
        UUID order = UUID.randomUUID();
        CountDownLatch release = new CountDownLatch(1);
        listen(
                message -> {
                    begun.add((OrderChanged) message);
                    release.await();
                    return CompletableFuture.completedFuture(null);
                },
                10);
        publish(order, "executing");
        await().until(() -> begun.size() == 1);

        broker.cutConnections("user");
        await().until(() -> ups.get() == 2);
        await().during(Duration.ofMillis(200)).until(() -> begun.size() == 1);
        release.countDown();

        await().until(() -> begun.size() == 2);
        await().until(() -> messages() == 0);
    }

    @Test
    void messagesOfALostConnectionAreForgottenSinceTheyComeAgain() {
        UUID order = UUID.randomUUID();
        CountDownLatch release = new CountDownLatch(1);
        listen(
                message -> {
                    release.await();
                    return hold(message);
                },
                10);
        publish(order, "pending-provider");
        publish(order, "executing");
        await().until(() -> work.depth() == 2);

        for (int cuts = 1; cuts <= 5; cuts++) {
            broker.cutConnections("user");
            int connections = cuts + 1;
            await().until(() -> ups.get() == connections);
        }

        await().until(() -> work.depth() == 2);
        await().during(Duration.ofMillis(200)).until(() -> work.depth() == 2);
        release.countDown();
        // The one that was being handed over when its connection went, and the two that came again.
        await().until(() -> begun.size() == 3);
        ends.forEach(end -> end.complete(null));
        await().until(() -> messages() == 0 && work.depth() == 0);
    }

    @Test
    void unreadableMessagesAreAcknowledgedAndDropped() {
        listen(this::hold, 1);
        broker.publish("vhost", "orders", "not json");
        broker.publish("vhost", "orders", "{}");
        broker.publish("vhost", "orders", new byte[] {(byte) 0xff, 0, 1});
        broker.publish("vhost", "orders", "{\"order_uuid\":[]}");
        publish(UUID.randomUUID(), "executing");

        await().until(() -> begun.size() == 1);
        assertThat(messages()).isOne();
    }

    @Test
    void aFailureIsTriedAgainBeforeTheMessageIsAcknowledged() {
        AtomicInteger attempts = new AtomicInteger();
        listen(
                message -> {
                    if (attempts.incrementAndGet() < 3) {
                        throw new IllegalStateException("a passing failure");
                    }
                    return CompletableFuture.completedFuture(null);
                },
                10);
        publish(UUID.randomUUID(), "executing");

        await().until(() -> attempts.get() == 3);
        await().until(() -> messages() == 0);
    }

    @Test
    void anOutageIsWaitedForHoweverLongItTakes() {
        List<Throwable> outages = List.of(
                new TransientBackendException("the directory is away", null),
                new BackendNotReadyException("maintenance"),
                new NotYetException("the droplet still stops"));
        AtomicInteger attempts = new AtomicInteger();
        listen(
                message -> {
                    int attempt = attempts.incrementAndGet();
                    return attempt <= 60
                            ? CompletableFuture.failedFuture(outages.get(attempt % outages.size()))
                            : CompletableFuture.completedFuture(null);
                },
                10);
        publish(UUID.randomUUID(), "executing");

        await().until(() -> messages() == 0);
        assertThat(attempts).hasValue(61);
    }

    @Test
    void aClassThatIsMissingFailsTheEventAndNotTheWorker() {
        AtomicInteger attempts = new AtomicInteger();
        listen(
                message -> {
                    if (attempts.incrementAndGet() == 1) {
                        throw new NoClassDefFoundError("a class of a plugin");
                    }
                    return CompletableFuture.completedFuture(null);
                },
                10);
        publish(UUID.randomUUID(), "executing");

        await().until(() -> messages() == 0);
        assertThat(attempts).hasValue(2);
    }

    private void publishLimits(UUID resource, int fairshare) {
        broker.publish(
                "vhost",
                "orders",
                "{\"resource_uuid\":\"" + resource + "\",\"policy_uuid\":\"" + UUID.randomUUID()
                        + "\",\"settings\":{\"fairshare\":" + fairshare + "}}");
    }

    @Test
    void anEventThatSaysWhatIsToBeKeepsItsPlaceBeforeLaterOnesWhenItFails() {
        Queue<Runnable> later = new ConcurrentLinkedQueue<>();
        timer = (pause, task) -> later.add(task);
        List<Object> applied = new CopyOnWriteArrayList<>();
        AtomicInteger attempts = new AtomicInteger();
        listen(
                ObjectType.RESOURCE_PERIODIC_LIMITS,
                message -> {
                    if (attempts.incrementAndGet() == 1) {
                        return CompletableFuture.failedFuture(new TransientBackendException("away", null));
                    }
                    applied.add(((PeriodicLimitsSet) message).settings().get("fairshare"));
                    return CompletableFuture.completedFuture(null);
                },
                10);
        UUID resource = UUID.randomUUID();
        publishLimits(resource, 1);
        publishLimits(resource, 2);
        await().until(() -> work.depth() == 2 && later.size() == 1);
        await().during(Duration.ofMillis(200)).until(applied::isEmpty);

        later.remove().run();

        await().until(() -> messages() == 0);
        assertThat(applied).containsExactly(1, 2);
    }

    @Test
    void anEventThatWaitsForItsNextAttemptIsForgottenWithItsConnectionAndHoldsUpNoneThatComesAgain() {
        Queue<Runnable> later = new ConcurrentLinkedQueue<>();
        timer = (pause, task) -> later.add(task);
        AtomicInteger attempts = new AtomicInteger();
        listen(
                ObjectType.RESOURCE_PERIODIC_LIMITS,
                message -> attempts.incrementAndGet() == 1
                        ? CompletableFuture.failedFuture(new TransientBackendException("away", null))
                        : CompletableFuture.completedFuture(null),
                10);
        publishLimits(UUID.randomUUID(), 1);
        await().until(() -> later.size() == 1);

        broker.cutConnections("user");

        await().until(() -> messages() == 0 && attempts.get() == 2);
        later.remove().run();
        await().during(Duration.ofMillis(200)).until(() -> attempts.get() == 2 && work.depth() == 0);
    }

    @Test
    void whatFailsAgainAndAgainIsGivenUpInTheEnd() {
        AtomicInteger attempts = new AtomicInteger();
        listen(
                message -> {
                    attempts.incrementAndGet();
                    return CompletableFuture.failedFuture(new IllegalStateException("a lasting failure"));
                },
                10);
        publish(UUID.randomUUID(), "executing");

        await().until(() -> messages() == 0);
        assertThat(attempts).hasValue(10);
    }

    @Test
    void stoppingWaitsForWhatRunsAndLeavesTheRestToTheBroker() throws InterruptedException {
        UUID order = UUID.randomUUID();
        CountDownLatch release = new CountDownLatch(1);
        listen(
                message -> {
                    release.await();
                    return hold(message);
                },
                10);
        publish(order, "pending-provider");
        publish(order, "executing");
        await().until(() -> work.depth() == 2);

        link.pause();
        assertThat(work.stop(Duration.ofMillis(50))).isFalse();
        release.countDown();
        await().until(() -> ends.size() == 1);
        ends.get(0).complete(null);

        assertThat(work.stop(Duration.ofSeconds(10))).isTrue();
        await().until(() -> messages() == 1);
        link.close();
        await().until(() -> broker.plain().ready("vhost", "orders") == 1);
        assertThat(begun).hasSize(1);
    }
}
