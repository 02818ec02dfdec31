package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.siteagent.spi.PermanentBackendException;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may work on a resource, and when; the test sets the timer off. */
class ResourceTurnsTest {
    private final ResourceClaims claims = new ResourceClaims();
    private final ExecutorService workers = Workers.start("turns", 4);
    private final Queue<Runnable> later = new ConcurrentLinkedQueue<>();
    private final ResourceTurns turns =
            new ResourceTurns("Clusters", claims, workers, (pause, work) -> later.add(work));
    private final List<String> done = new CopyOnWriteArrayList<>();
    private final UUID resource = UUID.randomUUID();

    @AfterEach
    void shutDown() {
        workers.shutdownNow();
    }

    private CompletableFuture<Void> take(UUID of, String name) {
        return turns.take(of, () -> done.add(name)).toCompletableFuture();
    }

    /** Has work under way for the resource until the latch falls. */
    private CompletableFuture<Void> busyUntil(CountDownLatch end) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Void> busy = turns.take(resource, () -> {
                    begun.countDown();
                    end.await();
                    done.add("busy");
                })
                .toCompletableFuture();
        begun.await();
        return busy;
    }

    @Test
    void workOnAResourceIsDoneOneByOneInTheOrderItCame() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        List<CompletableFuture<Void>> ends = List.of(busyUntil(end), take(resource, "second"), take(resource, "third"));

        take(UUID.randomUUID(), "of another resource").join();
        end.countDown();
        ends.forEach(CompletableFuture::join);

        assertThat(done).containsExactly("of another resource", "busy", "second", "third");
    }

    @Test
    void workWaitsForAnOrderOnTheResourceWithoutAThread() {
        claims.claim(resource);
        CompletableFuture<Void> end = take(resource, "work");
        await().until(() -> later.size() == 1);
        assertThat(done).isEmpty();

        later.remove().run();
        assertThat(later).as("it goes on waiting").hasSize(1);
        claims.release(resource);
        later.remove().run();
        end.join();

        assertThat(done).containsExactly("work");
    }

    @Test
    void theResourceIsFreeAfterTheWorkAlsoWhenItFailed() {
        CompletableFuture<Void> failed = turns.take(resource, () -> {
                    throw new PermanentBackendException("no");
                })
                .toCompletableFuture();

        assertThatThrownBy(failed::join).hasRootCauseMessage("no");
        await().until(() -> claims.claim(resource));
    }

    @Test
    void whatIsUnderWayWhenTheWorkersStopIsCancelledSoThatItComesAgain() throws Exception {
        CompletableFuture<Void> busy = busyUntil(new CountDownLatch(1));
        CompletableFuture<Void> waiting = take(resource, "waiting");

        workers.shutdownNow();

        assertThatThrownBy(busy::join).isInstanceOf(CancellationException.class);
        assertThatThrownBy(waiting::join).isInstanceOf(CancellationException.class);
        assertThat(done).isEmpty();
    }
}
