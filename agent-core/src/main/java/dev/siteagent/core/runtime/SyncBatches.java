package dev.siteagent.core.runtime;

import dev.siteagent.core.membership.Claims;
import dev.siteagent.core.membership.MembershipCycle;
import dev.siteagent.core.membership.MembershipReport;
import dev.siteagent.core.membership.Surroundings;
import dev.siteagent.core.orders.ErrorExposure;
import dev.siteagent.core.runtime.OfferingMembership.Served;
import dev.siteagent.core.waldur.ResourceState;
import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.UsernameBackend;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;

/**
 * The cycles that bring single resources in step beside the cycle that comes on its period: they work with the same
 * backend and do not wait for that one. Used by one thread at a time, but for {@link #handledStates}.
 */
final class SyncBatches implements ResourceSyncs.Batches {
    private final WaldurClient waldur;
    private final Optional<UsernameBackend> usernames;
    private final Held held;
    private final Surroundings surroundings;
    private Optional<Bound> bound = Optional.empty();

    /**
     * Cycles of an offering.
     *
     * @param waldur Waldur's API
     * @param usernames gives names to users; empty when nobody does
     * @param claims the resources that anybody in the process works on
     * @param exposure how much of a failure customers may read
     * @param workers is shut down when the agent stops
     * @param clock the time
     */
    SyncBatches(
            WaldurClient waldur,
            Optional<UsernameBackend> usernames,
            ResourceClaims claims,
            ErrorExposure exposure,
            ExecutorService workers,
            Clock clock) {
        this.waldur = waldur;
        this.usernames = usernames;
        this.held = new Held(claims);
        this.surroundings = new Surroundings(held, exposure, () -> {}, workers::isShutdown, Sleeper.SYSTEM, clock);
    }

    private record Bound(ResourceBackend backend, MembershipCycle cycle) {}

    /** Takes what whoever began the batch has claimed for claimed. */
    private static final class Held implements Claims {
        private final ResourceClaims shared;
        private volatile Set<UUID> mine = Set.of();

        Held(ResourceClaims shared) {
            this.shared = shared;
        }

        @Override
        public boolean claim(UUID resource) {
            return mine.contains(resource) || shared.claim(resource);
        }

        @Override
        public void release(UUID resource) {
            if (!mine.contains(resource)) {
                shared.release(resource);
            }
        }
    }

    @Override
    public List<ResourceState> handledStates(Served served) {
        return cycle(served).handledStates();
    }

    @Override
    public MembershipReport some(Served served, Set<UUID> resources) throws InterruptedException {
        held.mine = Set.copyOf(resources);
        try {
            return cycle(served).run(served.offering(), resources);
        } finally {
            held.mine = Set.of();
        }
    }

    @Override
    public MembershipReport all(Served served) throws InterruptedException {
        return cycle(served).run(served.offering());
    }

    private synchronized MembershipCycle cycle(Served served) {
        if (bound.filter(known -> known.backend() == served.backend()).isEmpty()) {
            bound = Optional.of(new Bound(
                    served.backend(), new MembershipCycle(waldur, served.backend(), usernames, surroundings)));
        }
        return bound.orElseThrow().cycle();
    }
}
