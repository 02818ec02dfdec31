package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.siteagent.core.events.NotYetException;
import dev.siteagent.core.membership.MembershipReport;
import dev.siteagent.core.runtime.OfferingMembership.Served;
import dev.siteagent.core.waldur.ResourceState;
import dev.siteagent.spi.TransientBackendException;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What events want in step, with batches that the test holds up and a timer that it sets off. */
class ResourceSyncsTest {
    private static final MembershipReport GOOD = report(false);

    private final ResourceClaims claims = new ResourceClaims();
    private final ExecutorService workers = Workers.start("syncs", 4);
    private final Queue<Runnable> later = new ConcurrentLinkedQueue<>();
    private final Semaphore mayEnd = new Semaphore(1_000);
    private final List<Set<UUID>> batches = new CopyOnWriteArrayList<>();
    private volatile Optional<Served> served = Optional.of(new Served(null, null));
    private volatile MembershipReport report = GOOD;
    private final ResourceSyncs syncs = new ResourceSyncs(
            "Clusters", () -> served, new HeldUp(), claims, workers, (pause, work) -> later.add(work));
    private final UUID one = UUID.randomUUID();
    private final UUID two = UUID.randomUUID();

    @AfterEach
    void shutDown() {
        workers.shutdownNow();
    }

    private static MembershipReport report(boolean passing) {
        List<String> problems = passing ? List.of("Waldur is away") : List.of();
        return new MembershipReport(1, 0, 0, 0, 0, problems, passing, Optional.empty());
    }

    /** Batches that end when they may; all resources of the offering are an empty set. */
    private final class HeldUp implements ResourceSyncs.Batches {
        @Override
        public List<ResourceState> handledStates(Served with) {
            return List.of(ResourceState.OK);
        }

        @Override
        public MembershipReport some(Served with, Set<UUID> resources) throws InterruptedException {
            batches.add(Set.copyOf(resources));
            mayEnd.acquire();
            return report;
        }

        @Override
        public MembershipReport all(Served with) throws InterruptedException {
            return some(with, Set.of());
        }
    }

    private CompletableFuture<Void> sync(UUID... resources) {
        return syncs.sync(List.of(resources)).toCompletableFuture();
    }

    @Test
    void whatSeveralEventsWantDuringABatchIsDoneOnceInTheNext() {
        mayEnd.drainPermits();
        CompletableFuture<Void> first = sync(one);
        await().until(() -> batches.size() == 1);

        List<CompletableFuture<Void>> meanwhile = List.of(sync(one), sync(one, two), sync(two));
        mayEnd.release();
        first.join();
        assertThat(meanwhile).noneMatch(CompletableFuture::isDone);
        mayEnd.release();
        meanwhile.forEach(CompletableFuture::join);

        assertThat(batches).containsExactly(Set.of(one), Set.of(one, two));
    }

    @Test
    void aResourceThatAnOrderWorksOnWaitsForThatAndKeepsNoOther() {
        claims.claim(one);

        CompletableFuture<Void> waiting = sync(one);
        sync(two).join();
        assertThat(batches).containsExactly(Set.of(two));
        claims.release(one);
        await().until(() -> {
            Optional.ofNullable(later.poll()).ifPresent(Runnable::run);
            return waiting.isDone();
        });

        assertThat(batches).containsExactly(Set.of(two), Set.of(one));
        await().until(() -> claims.claim(one));
    }

    @Test
    void whatMayPassFailsSoThatTheEventIsTriedAgain() {
        report = report(true);

        assertThatThrownBy(sync(one)::join).hasMessageContaining("Waldur is away");
        report = GOOD;
        sync(one).join();

        assertThat(batches).hasSize(2);
    }

    @Test
    void allIsDoneOnceHoweverManyAskMeanwhile() {
        mayEnd.drainPermits();
        CompletableFuture<Void> busy = sync(one);
        await().until(() -> batches.size() == 1);

        List<CompletableFuture<Void>> all =
                List.of(syncs.syncAll().toCompletableFuture(), syncs.syncAll().toCompletableFuture());
        mayEnd.release(2);
        busy.join();
        all.forEach(CompletableFuture::join);

        assertThat(batches).containsExactly(Set.of(one), Set.of());
    }

    @Test
    void nothingBeginsBeforeTheBackendIsOpen() {
        served = Optional.empty();

        CompletableFuture<Void> waiting = sync(one);
        await().until(() -> later.size() == 1);
        assertThat(batches).isEmpty();
        assertThatThrownBy(syncs::handledStates).isInstanceOf(TransientBackendException.class);
        served = Optional.of(new Served(null, null));
        later.remove().run();
        waiting.join();

        assertThat(batches).containsExactly(Set.of(one));
    }

    @Test
    void whatIsNotInStepWhenTheAgentStopsIsCancelledSoThatItComesAgain() {
        mayEnd.drainPermits();
        CompletableFuture<Void> busy = sync(one);
        await().until(() -> batches.size() == 1);
        CompletableFuture<Void> waiting = sync(two);

        workers.shutdownNow();

        assertThatThrownBy(busy::join).hasRootCauseInstanceOf(CancellationException.class);
        assertThatThrownBy(waiting::join).hasRootCauseInstanceOf(CancellationException.class);
    }

    @Test
    void whatIsLeftForLaterFailsSoThatTheEventIsTriedAgain() {
        report = new MembershipReport(1, 0, 0, 0, 1, List.of(), false, Optional.empty());

        assertThatThrownBy(sync(one)::join)
                .hasRootCauseInstanceOf(NotYetException.class)
                .hasMessageContaining("1 resource(s) are not in step yet");
        report = GOOD;
        sync(one).join();

        assertThat(batches).hasSize(2);
    }

    @Test
    void aLinkThatComesUpBringsAllInStepAndListsOpenOrdersAndDoesSoOnceHoweverOftenItComesUpMeanwhile() {
        AtomicInteger listed = new AtomicInteger();
        ListAgain up = new ListAgain("Clusters", listed::incrementAndGet, Optional.of(syncs));
        mayEnd.drainPermits();
        up.run();
        await().until(() -> batches.size() == 1);

        up.run();
        up.run();
        assertThat(batches).hasSize(1);
        mayEnd.release(10);
        sync(one).join();
        // The batch of one may come before that of all.
        await().until(() -> batches.size() >= 3);
        sync(one).join();

        assertThat(batches).containsOnly(Set.of(), Set.of(one));
        assertThat(batches.stream().filter(Set::isEmpty)).hasSize(2);
        assertThat(listed).hasValue(3);
    }
}
