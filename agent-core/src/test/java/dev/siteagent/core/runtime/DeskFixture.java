package dev.siteagent.core.runtime;

import dev.siteagent.core.orders.OrderFixture;
import dev.siteagent.core.orders.OrderProcessor;
import dev.siteagent.core.orders.OrderResult;
import dev.siteagent.core.runtime.OrderSource.Cycle;
import dev.siteagent.spi.ResourceBackend;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** Desks over a simulated Waldur that run in threads of their own. */
final class DeskFixture implements AutoCloseable {
    private static final RandomGenerator RANDOM = RandomGenerator.of("SplittableRandom");

    final OrderFixture fixture;
    final ResourceClaims claims;
    final List<OrderResult> ended = new CopyOnWriteArrayList<>();
    final AtomicInteger cycles = new AtomicInteger();

    boolean once = true;
    Clock clock = Clock.systemUTC();
    final AtomicInteger turns = new AtomicInteger();
    int concurrency = 8;
    Duration period = Duration.ofMillis(50);
    Duration longestWait = Duration.ofMinutes(1);
    Duration grace = Duration.ofSeconds(10);
    Backoff backoff = new Backoff(Duration.ofMillis(5), Duration.ofMillis(20), 4);

    private final OrderListener listener = new OrderListener() {
        @Override
        public void ended(String offering, OrderResult result, Duration took) {
            ended.add(result);
        }

        @Override
        public void cycle(String offering, Mode mode, boolean good, Duration took) {
            cycles.incrementAndGet();
        }

        @Override
        public void retrying(String offering) {}

        @Override
        public void depth(String offering, int waiting, int queued, int active) {
            turns.incrementAndGet();
        }

        @Override
        public void inHand(String offering, int number, List<OrderInHand> orders) {}
    };

    DeskFixture() {
        this(new OrderFixture(), new ResourceClaims());
    }

    DeskFixture(OrderFixture fixture, ResourceClaims claims) {
        this.fixture = fixture;
        this.claims = claims;
    }

    OrderDesk desk(ResourceBackend backend) throws InterruptedException {
        OrderProcessor processor = fixture.processor(backend);
        return desk(() -> new Cycle.Orders(processor, fixture.reads.open()));
    }

    OrderDesk desk(OrderSource source) {
        return new OrderDesk(
                new DeskSettings(
                        Mode.ORDER_PROCESS,
                        "Virtual machines",
                        once,
                        period,
                        concurrency,
                        longestWait,
                        grace,
                        backoff,
                        clock,
                        RANDOM),
                source,
                claims,
                Workers.start("test", concurrency + Polls.WORKERS + 2),
                listener);
    }

    /** Runs a desk on a thread of its own. */
    Future<DeskReport> start(OrderDesk desk) {
        CompletableFuture<DeskReport> report = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        report.complete(desk.run());
                    } catch (InterruptedException | RuntimeException e) {
                        report.completeExceptionally(e);
                    }
                },
                "desk of a test");
        thread.setDaemon(true);
        thread.start();
        return report;
    }

    /** Runs a desk to its end. */
    DeskReport run(OrderDesk desk) throws Exception {
        return start(desk).get(60, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        fixture.close();
    }
}
