package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWorkBackend;
import dev.siteagent.spi.Resource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@link PendingWorkBackend} promises: work that was begun ends, in whatever process.
 *
 * @since 1.0.0
 */
@Timeout(120)
public abstract class PendingWorkBackendContract extends BackendContract {
    @Test
    void pollOfNothingIsEmpty() throws Exception {
        assertThat(pendingWorkBackend().poll(List.of())).isEmpty();
    }

    @Test
    void onePollAnswersForAllThatIsUnderWay() throws Exception {
        PendingWorkBackend backend = pendingWorkBackend();
        List<PendingWork> works = List.of(begun(backend, "one"), begun(backend, "two"), begun(backend, "three"));
        assertThat(backend.poll(works))
                .as("pending work: one result for each work given")
                .containsOnlyKeys(
                        works.stream().map(work -> work.resource().uuid()).toList())
                .allSatisfy((uuid, result) -> assertThat(result).isInstanceOf(Attempt.Succeeded.class));
    }

    @Test
    void createGoesOnInANewProcessFromTheHandleAlone() throws Exception {
        PendingWork work = begun(pendingWorkBackend(), "web");
        UUID uuid = work.resource().uuid();
        cloud().letTimePass();
        Outcome next =
                new Settling(pendingWorkBackend(), cloud()).pollOnce(work.kind(), work.resource(), work.handle());
        // The third process goes on to the end: one that is new at each poll may never learn enough to be sure.
        Outcome.Ready ready = new Settling(pendingWorkBackend(), cloud()).settle(work.kind(), work.resource(), next);
        assertThat(cloud().existing(uuid))
                .as("pending work: a create that goes on after a restart makes no second resource")
                .containsExactly(ready.resource().orElseThrow().backendId());
    }

    @Test
    void pollOfWhatIsDoneTellsThatItIsDone() throws Exception {
        PendingWorkBackend backend = pendingWorkBackend();
        Resource made = created(backend, ordered("web"));
        assertThat(new Settling(backend, cloud()).pollOnce(PendingWork.Kind.CREATE, made, Handle.NONE))
                .as("pending work: the process may have died before it could say that the work is done")
                .isInstanceOfSatisfying(Outcome.Ready.class, ready -> assertThat(
                                ready.resource().orElseThrow().backendId())
                        .isEqualTo(made.backendId().orElseThrow()));
    }

    @Test
    void handleThatNobodyGaveSpoilsNoOtherWork() throws Exception {
        PendingWorkBackend backend = pendingWorkBackend();
        PendingWork good = begun(backend, "good");
        PendingWork strange = new PendingWork(
                PendingWork.Kind.CREATE, ordered("strange").withBackendId("no-such-id"), new Handle("no such handle"));
        Map<UUID, Attempt<Outcome>> results = backend.poll(List.of(good, strange));
        assertThat(results)
                .as("pending work: one result for each work given")
                .containsOnlyKeys(good.resource().uuid(), strange.resource().uuid());
        assertThat(results.get(good.resource().uuid()))
                .as("pending work: a handle that is unknown is the failure of that one")
                .isInstanceOf(Attempt.Succeeded.class);
        assertThat(results.get(strange.resource().uuid()) instanceof Attempt.Succeeded<Outcome> told
                        && told.value() instanceof Outcome.Ready)
                .as("pending work: what nobody began is done")
                .isFalse();
    }

    @Test
    void nothingThatPeopleSeeOfPendingWorkIsSecret() throws Exception {
        PendingWorkBackend backend = pendingWorkBackend();
        Resource resource = ordered("web");
        Rules.showNoSecret(cloud().secrets(), backend.create(request(backend, resource)), backend);
    }

    @Test
    void interruptedPollEndsSoon() throws Exception {
        PendingWorkBackend backend = pendingWorkBackend();
        PendingWork work = begun(backend, "web");
        Rules.endsWhenInterrupted(() -> backend.poll(List.of(work)));
    }

    /** Begins a create; the work is what a host would poll. */
    private PendingWork begun(PendingWorkBackend backend, String name) throws BackendException, InterruptedException {
        Resource resource = ordered(name);
        Outcome outcome = backend.create(request(backend, resource));
        if (outcome instanceof Outcome.Pending pending) {
            Resource known = pending.backendId().map(resource::withBackendId).orElse(resource);
            return new PendingWork(PendingWork.Kind.CREATE, known, pending.handle());
        }
        String id = ((Outcome.Ready) outcome).resource().orElseThrow().backendId();
        return new PendingWork(PendingWork.Kind.CREATE, resource.withBackendId(id), Handle.NONE);
    }

    private PendingWorkBackend pendingWorkBackend() throws BackendException {
        return (PendingWorkBackend) open();
    }
}
