package dev.siteagent.core.membership;

import dev.siteagent.core.waldur.MemberSyncStatus;
import dev.siteagent.core.waldur.MemberSyncStatus.Scope;
import dev.siteagent.core.waldur.MemberSyncStatus.State;
import dev.siteagent.core.waldur.ProviderResources;
import dev.siteagent.spi.MembershipReportBackend;
import dev.siteagent.spi.MembershipReportBackend.Grant;
import dev.siteagent.spi.Resource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Tells Waldur what became of each grant, best effort and only where something differs from what it was told last. */
final class GrantReports {
    private final ProviderResources resources;
    private final MembershipReportBackend backend;

    /** What was told last, as a hash: thousands of resources with their members are too much to keep. */
    private final Map<UUID, Integer> told = new HashMap<>();

    GrantReports(ProviderResources resources, MembershipReportBackend backend) {
        this.resources = resources;
        this.backend = backend;
    }

    void report(Resource resource) throws InterruptedException {
        BestEffort.run("report the membership of", resource, () -> {
            List<MemberSyncStatus> statuses = new ArrayList<>();
            backend.membershipReport(resource).forEach(grant -> status(grant).ifPresent(statuses::add));
            int hash = statuses.hashCode();
            if (!statuses.isEmpty() && !Integer.valueOf(hash).equals(told.get(resource.uuid()))) {
                resources.setMembershipSyncStatuses(resource.uuid(), statuses);
                told.put(resource.uuid(), hash);
            }
        });
    }

    /** Returns what Waldur can be told of a grant: it keeps none of whole projects, nor of states that it does not know. */
    private static Optional<MemberSyncStatus> status(Grant grant) {
        Optional<Scope> scope = named(Scope.values(), grant.scopeType());
        Optional<State> state = named(State.values(), grant.state());
        if (scope.isEmpty() || state.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new MemberSyncStatus(
                scope.get(),
                grant.roleName(),
                state.get(),
                grant.username(),
                null,
                grant.resourceProject().orElse(null),
                grant.message().isEmpty() ? null : grant.message()));
    }

    private static <E extends Enum<E>> Optional<E> named(E[] values, String name) {
        for (E value : values) {
            if (value.name().toLowerCase(Locale.ROOT).equals(name)) {
                return Optional.of(value);
            }
        }
        return Optional.empty();
    }
}
