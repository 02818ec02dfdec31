package dev.siteagent.core.membership;

import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource.Power;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWork.Kind;
import dev.siteagent.spi.PowerBackend;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Pauses, downscales and restores. What takes longer than a cycle is remembered, so that the next one goes on where this
 * one stopped and does not begin anew: a machine that ignores the request to shut down is switched off in the end.
 */
final class PowerStep {
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private final PowerBackend backend;
    private final Map<UUID, PendingWork> begun = new HashMap<>();

    PowerStep(PowerBackend backend) {
        this.backend = backend;
    }

    /** Returns what Waldur wants of a resource. */
    static Kind wanted(WaldurResource known) {
        if (known.paused()) {
            return Kind.PAUSE;
        }
        return known.downscaled() ? Kind.DOWNSCALE : Kind.RESTORE;
    }

    /**
     * Tells whether the backend is likely to switch something, so that it is worth to ask Waldur once more whether it is
     * still wanted: an order may have begun since the resources were listed, and it switches, too.
     */
    static boolean likelyToAct(Synced resource) {
        Power power = resource.seen().power();
        return wanted(resource.known()) == Kind.RESTORE ? power == Power.OFF : power == Power.ON;
    }

    /** Takes the first step towards what Waldur wants, or goes on with what the last cycle began. */
    Outcome take(Synced resource) throws BackendException, InterruptedException {
        Kind kind = wanted(resource.known());
        Optional<PendingWork> before =
                Optional.ofNullable(begun.remove(resource.uuid())).filter(work -> work.kind() == kind);
        if (before.isPresent()) {
            return new Outcome.Pending(Optional.empty(), before.get().handle(), AT_ONCE, "it is looked at again");
        }
        return switch (kind) {
            case PAUSE -> backend.pause(resource.resource(), resource.seen());
            case DOWNSCALE -> backend.downscale(resource.resource(), resource.seen());
            default -> backend.restore(resource.resource(), resource.seen());
        };
    }

    /** Returns the work that a pending answer stands for. */
    static PendingWork work(Synced resource, Handle handle) {
        return new PendingWork(wanted(resource.known()), resource.resource(), handle);
    }

    /** Remembers work for the next cycle. */
    void leave(PendingWork work) {
        begun.put(work.resource().uuid(), work);
    }
}
