package dev.siteagent.core.membership;

import dev.siteagent.core.fairness.FailedLast;
import dev.siteagent.core.membership.Failures.Meaning;
import dev.siteagent.core.membership.ResourceSync.Access;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pass over the resources that both sides have, project by project. Whatever goes wrong with one is noted and stops no
 * other. A resource is claimed while it is worked on; one that somebody else works on is left to the next cycle.
 */
final class CyclePass implements PowerWaits.Ends {
    private static final Logger log = LoggerFactory.getLogger(CyclePass.class);

    /** After so many teams in a row that Waldur could not tell, it is not asked for the others: each takes all its repeats. */
    private static final int MOST_TEAM_OUTAGES = 3;

    private final ResourceSync sync;
    private final Optional<ProjectTeams> teams;
    private final Map<UUID, Lookup<Set<String>>> members;
    private final Failures failures;
    private final PowerWaits waits;
    private final Surroundings surroundings;
    private final Tally tally;
    private final FailedLast<UUID> turns;
    private final Map<UUID, Begun> begun = new LinkedHashMap<>();
    private int teamOutages;

    /**
     * Prepares.
     *
     * @param sync brings one resource into step
     * @param teams who shall have access; empty when the backend has no members
     * @param members who has access; empty when it could not be read
     * @param failures judges what goes wrong
     * @param waits the resources that stop or start
     * @param surroundings what the host gives
     * @param tally counts
     * @param turns the resources that failed, and the projects whose team could not be told
     */
    CyclePass(
            ResourceSync sync,
            Optional<ProjectTeams> teams,
            Map<UUID, Lookup<Set<String>>> members,
            Failures failures,
            PowerWaits waits,
            Surroundings surroundings,
            Tally tally,
            FailedLast<UUID> turns) {
        this.sync = sync;
        this.teams = teams;
        this.members = members;
        this.failures = failures;
        this.waits = waits;
        this.surroundings = surroundings;
        this.tally = tally;
        this.turns = turns;
    }

    private record Begun(Synced resource, Notes notes) {}

    /**
     * Syncs.
     *
     * @param resources the resources
     */
    void over(List<Synced> resources) throws InterruptedException {
        try {
            for (List<Synced> group : byProject(resources)) {
                if (surroundings.stopping().getAsBoolean() || tally.hopeless()) {
                    tally.problem(
                            tally.hopeless()
                                    ? "the cycle is cut short, since too many resources in a row failed by an outage"
                                    : "the cycle is cut short by the end of the agent");
                    break;
                }
                over(group, access(group));
            }
            waits.settle(this);
        } finally {
            begun.keySet().forEach(surroundings.claims()::release);
        }
    }

    /** Returns who shall have access; nothing when that could not be read, so that members stay as they are. */
    private Map<UUID, Access> access(List<Synced> group) throws InterruptedException {
        if (teams.isEmpty() || members.isEmpty() || teamOutages >= MOST_TEAM_OUTAGES) {
            return Map.of();
        }
        UUID project = group.get(0).project();
        Map<UUID, Access> access = new HashMap<>();
        try {
            boolean anyPresent = group.stream()
                    .anyMatch(resource -> members.get(resource.uuid()) instanceof Lookup.Present<Set<String>> present
                            && !present.value().isEmpty());
            teams.get()
                    .of(group, anyPresent)
                    .forEach((uuid, wanted) -> access.put(uuid, new Access(wanted, members.get(uuid))));
            teamOutages = 0;
            turns.succeeded(project);
        } catch (WaldurException e) {
            if (e instanceof WaldurUnavailableException) {
                teamOutages++;
                turns.failed(project);
            } else {
                turns.succeeded(project);
            }
            log.warn("The team of project {} cannot be read: {}", project, e.getMessage());
            tally.problem("the team of project " + project + " cannot be read", e);
        }
        return access;
    }

    private void over(List<Synced> group, Map<UUID, Access> access) throws InterruptedException {
        for (Synced resource : group) {
            if (surroundings.stopping().getAsBoolean() || tally.hopeless()) {
                return;
            }
            if (!surroundings.claims().claim(resource.uuid())) {
                log.info("{} is left to the next cycle, since an order is worked on.", resource.resource());
                tally.left();
                continue;
            }
            Notes notes = new Notes(resource.resource());
            boolean waiting = false;
            LogContext.enter(resource.resource());
            try {
                waiting = begin(resource, Optional.ofNullable(access.get(resource.uuid())), notes);
            } finally {
                LogContext.leave();
                if (!waiting) {
                    surroundings.claims().release(resource.uuid());
                }
                surroundings.moved().run();
            }
        }
    }

    /** Takes all steps, or those up to a power that takes time; returns whether it waits for that. */
    private boolean begin(Synced resource, Optional<Access> access, Notes notes) throws InterruptedException {
        try {
            Outcome outcome = sync.begin(resource, access, notes);
            if (outcome instanceof Outcome.Pending pending) {
                waits.add(PowerStep.work(resource, pending.handle()), pending);
                begun.put(resource.uuid(), new Begun(resource, notes));
                return true;
            }
            sync.finish(resource, (Outcome.Ready) outcome, notes);
            tally.synced(resource.uuid(), notes);
        } catch (BackendException | RuntimeException | LinkageError e) {
            failed(resource.known(), e, notes);
        }
        return false;
    }

    /** Notes what became of a resource that failed. */
    void failed(WaldurResource known, Throwable why, Notes notes) throws InterruptedException {
        Meaning meaning = failures.of(known, why, notes);
        tally.failure(known.uuid(), meaning, notes);
    }

    @Override
    public void ready(UUID resource, Outcome.Ready outcome) throws InterruptedException {
        Begun mine = ended(resource);
        LogContext.enter(mine.resource().resource());
        try {
            mine.notes().changed(true);
            sync.finish(mine.resource(), outcome, mine.notes());
            tally.synced(resource, mine.notes());
        } catch (RuntimeException | LinkageError e) {
            failed(mine.resource().known(), e, mine.notes());
        } finally {
            LogContext.leave();
            surroundings.claims().release(resource);
        }
    }

    @Override
    public void failed(UUID resource, BackendException why) throws InterruptedException {
        Begun mine = ended(resource);
        LogContext.enter(mine.resource().resource());
        try {
            failed(mine.resource().known(), why, mine.notes());
        } finally {
            LogContext.leave();
            surroundings.claims().release(resource);
        }
    }

    @Override
    public void left(PendingWork work, String step) {
        Begun mine = ended(work.resource().uuid());
        log.info("{} goes on after this cycle: {}.", mine.resource().resource(), step);
        sync.steps().power().orElseThrow().leave(work);
        tally.left();
        surroundings.claims().release(work.resource().uuid());
    }

    @Override
    public boolean stopping() {
        return surroundings.stopping().getAsBoolean();
    }

    private Begun ended(UUID resource) {
        surroundings.moved().run();
        return begun.remove(resource);
    }

    /**
     * Groups by project; those that are in trouble come last, and the last in trouble last of all, so that they never keep
     * the others out. So do the resources of a project.
     */
    private List<List<Synced>> byProject(List<Synced> resources) {
        Map<UUID, List<Synced>> groups = new LinkedHashMap<>();
        turns.order(resources, Synced::uuid)
                .forEach(resource -> groups.computeIfAbsent(resource.project(), project -> new ArrayList<>())
                        .add(resource));
        return groups.entrySet().stream()
                .sorted(Comparator.comparingLong(
                        group -> Math.max(turns.lastFailure(group.getKey()), lastFailure(group.getValue()))))
                .map(Map.Entry::getValue)
                .toList();
    }

    private long lastFailure(List<Synced> group) {
        return group.stream()
                .mapToLong(resource -> turns.lastFailure(resource.uuid()))
                .max()
                .orElse(0);
    }
}
