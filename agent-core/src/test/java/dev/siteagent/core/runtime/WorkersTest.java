package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Threads, by what the JVM has. */
class WorkersTest {
    @Test
    void asManyTasksAsAllowedRunAtOnce() throws Exception {
        ExecutorService workers = Workers.start("test", 4);
        CountDownLatch all = new CountDownLatch(4);
        List<Future<Boolean>> results = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            results.add(workers.submit(() -> {
                all.countDown();
                return all.await(30, TimeUnit.SECONDS);
            }));
        }

        for (Future<Boolean> result : results) {
            assertThat(result.get(30, TimeUnit.SECONDS)).isTrue();
        }
        workers.shutdownNow();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void threadsAreVirtualWhereTheJvmHasThem() throws Exception {
        ExecutorService workers = Workers.start("test", 1);

        assertThat(workers.submit(() -> Thread.currentThread().toString()).get(30, TimeUnit.SECONDS))
                .startsWith("VirtualThread");
        workers.shutdownNow();
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void elsewhereTheyArePooledNamedAndDoNotKeepTheProcessAlive() throws Exception {
        ExecutorService workers = Workers.start("orders-VM", 1);

        Thread thread = workers.submit(Thread::currentThread).get(30, TimeUnit.SECONDS);

        assertThat(thread.getName()).isEqualTo("orders-VM-1");
        assertThat(thread.isDaemon()).isTrue();
        workers.shutdownNow();
    }

    @Test
    void interruptHitsATaskOnlyWhileItRuns() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        InterruptibleTask task = new InterruptibleTask(() -> {
            running.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        ExecutorService workers = Workers.start("test", 1);
        workers.execute(task);
        running.await();
        task.interrupt();
        assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();

        workers.submit(() -> {}).get(30, TimeUnit.SECONDS);
        task.interrupt();

        assertThat(workers.submit(Thread::interrupted).get(30, TimeUnit.SECONDS))
                .isFalse();
        workers.shutdownNow();
    }
}
