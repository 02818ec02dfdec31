package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.LimitsBackend;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceBackend;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@link LimitsBackend} promises. Extend it with a fixture and other limits that the backend can apply. */
@Timeout(120)
public abstract class LimitsBackendContract extends BackendContract {
    /** Returns limits that a resource made by {@link BackendFixture#limits()} can be changed to. */
    protected abstract Map<String, Long> otherLimits();

    @Test
    void limitsThatWereSetAreRead() throws Exception {
        LimitsBackend backend = limitsBackend();
        Resource resource = created(backend, ordered("web"));
        settle(backend, resource, backend.setLimits(resource, change()));
        assertThat(read(backend, resource).limits()).containsAllEntriesOf(otherLimits());
    }

    @Test
    void limitsSetTwiceAreSuccess() throws Exception {
        LimitsBackend backend = limitsBackend();
        Resource resource = created(backend, ordered("web"));
        settle(backend, resource, backend.setLimits(resource, change()));
        Resource changed = resource.withLimits(otherLimits());
        settle(backend, changed, backend.setLimits(changed, change()));
        assertThat(read(backend, resource).limits()).containsAllEntriesOf(otherLimits());
    }

    @Test
    void changeGoesOnInANewProcessFromTheHandleAlone() throws Exception {
        LimitsBackend before = limitsBackend();
        Resource resource = created(before, ordered("web"));
        Outcome first = before.setLimits(resource, change());
        Resource target = resource.withLimits(otherLimits());
        int restarts = 0;
        while (first instanceof Outcome.Pending pending) {
            assertThat(restarts++).as("restarts until the change is done").isLessThan(200);
            cloud().letTimePass();
            Handle handle = pending.handle();
            LimitsBackend restarted = limitsBackend();
            first = handle.isEmpty()
                    ? restarted.setLimits(resource, change())
                    : new Settling(restarted, cloud()).pollOnce(PendingWork.Kind.SET_LIMITS, target, handle);
        }
        assertThat(read(limitsBackend(), resource).limits()).containsAllEntriesOf(otherLimits());
        assertThat(cloud().existing(resource.uuid()))
                .containsExactly(resource.backendId().orElseThrow());
    }

    private LimitsBackend limitsBackend() throws BackendException {
        return (LimitsBackend) open();
    }

    private LimitsBackend.Change change() {
        return new LimitsBackend.Change(otherLimits(), Optional.empty());
    }

    private void settle(ResourceBackend backend, Resource resource, Outcome outcome)
            throws BackendException, InterruptedException {
        new Settling(backend, cloud()).settle(PendingWork.Kind.SET_LIMITS, resource.withLimits(otherLimits()), outcome);
    }

    private static BackendResource read(ResourceBackend backend, Resource resource)
            throws BackendException, InterruptedException {
        Lookup<BackendResource> found = backend.read(List.of(resource)).get(resource.uuid());
        assertThat(found).isInstanceOf(Lookup.Present.class);
        return ((Lookup.Present<BackendResource>) found).value();
    }
}
