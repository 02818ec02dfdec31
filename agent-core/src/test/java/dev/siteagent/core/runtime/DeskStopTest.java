package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.orders.MemoryCloud;
import dev.siteagent.core.runtime.OrderSource.Cycle;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.spi.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a stop ends, and what it waits for. */
@Timeout(120)
class DeskStopTest {
    private final DeskFixture desks = new DeskFixture();

    @AfterEach
    void close() {
        desks.close();
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

    private List<OrderSnapshot> place(int count) {
        List<OrderSnapshot> orders = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            orders.add(desks.fixture.ordered(NewOrder.named("vm-" + i).limit("cpu", 1)));
        }
        return orders;
    }
}
