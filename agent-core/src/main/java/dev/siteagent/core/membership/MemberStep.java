package dev.siteagent.core.membership;

import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.ExistingMembersBackend;
import dev.siteagent.spi.Member;
import dev.siteagent.spi.MembersBackend;
import dev.siteagent.spi.Resource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives access to those of a resource who lack it and takes it from those who shall have none. A member who fails is a
 * problem and stops no other; service and course accounts and the roles of those who are there already are best effort.
 */
final class MemberStep {
    private static final Logger log = LoggerFactory.getLogger(MemberStep.class);

    private final MembersBackend backend;
    private final BackendTraits traits;

    MemberStep(MembersBackend backend, BackendTraits traits) {
        this.backend = backend;
        this.traits = traits;
    }

    /**
     * Syncs the members of a resource.
     *
     * @param present who has access now
     * @return who of the wanted ones has access after
     * @throws BackendException when the team could not be added, or nobody removed
     */
    Set<String> sync(Synced resource, Wanted wanted, Set<String> present, Notes notes)
            throws BackendException, InterruptedException {
        if (wanted.restricted()) {
            remove(resource.resource(), wanted.stale(present), notes);
            return Set.of();
        }
        Set<String> after = new HashSet<>(wanted.teamNames());
        after.retainAll(present);
        after.addAll(add(resource.resource(), toAdd(wanted, present), notes));
        if (!traits.skipTeamDiff()) {
            remove(resource.resource(), wanted.stale(present), notes);
        }
        accounts(resource.resource(), wanted, present, notes);
        existing(resource.resource(), wanted, present);
        return after;
    }

    private List<Member> toAdd(Wanted wanted, Set<String> present) {
        return wanted.team().members().stream()
                .filter(member -> traits.skipTeamDiff() || !present.contains(member.username()))
                .toList();
    }

    private Set<String> add(Resource resource, Collection<Member> members, Notes notes)
            throws BackendException, InterruptedException {
        return members.isEmpty()
                ? Set.of()
                : settle("was not given access", backend.addMembers(resource, members), notes);
    }

    private void remove(Resource resource, Set<String> usernames, Notes notes)
            throws BackendException, InterruptedException {
        if (!usernames.isEmpty()) {
            settle("still has access", backend.removeMembers(resource, usernames), notes);
        }
    }

    /** Notes what became of each and returns those with whom it went well. */
    private static Set<String> settle(String failure, Map<String, Attempt<Boolean>> attempts, Notes notes) {
        Set<String> good = new HashSet<>();
        attempts.forEach((username, attempt) -> {
            if (attempt instanceof Attempt.Succeeded<Boolean> done) {
                good.add(username);
                notes.changed(done.value());
            } else if (attempt instanceof Attempt.Failed<Boolean> failed) {
                notes.problem(
                        "user " + username + " " + failure + ": " + failed.why().getMessage());
            }
        });
        return good;
    }

    private void accounts(Resource resource, Wanted wanted, Set<String> present, Notes notes)
            throws InterruptedException {
        Set<String> missing = new HashSet<>(wanted.accounts().active());
        missing.removeAll(wanted.teamNames());
        missing.removeAll(present);
        Set<String> closed = wanted.closed(present);
        BestEffort.run("sync the service and course accounts of", resource, () -> {
            if (!missing.isEmpty()) {
                List<Member> members = missing.stream().map(Member::of).toList();
                warn("added to", resource, backend.addMembers(resource, members), notes);
            }
            if (!closed.isEmpty()) {
                warn("removed from", resource, backend.removeMembers(resource, closed), notes);
            }
        });
    }

    private static void warn(String what, Resource resource, Map<String, Attempt<Boolean>> attempts, Notes notes) {
        attempts.values().forEach(attempt -> {
            if (attempt instanceof Attempt.Succeeded<Boolean> done) {
                notes.changed(done.value());
            } else if (attempt instanceof Attempt.Failed<Boolean> failed) {
                log.warn(
                        "A service or course account was not {} {}: {}",
                        what,
                        resource,
                        failed.why().getMessage());
            }
        });
    }

    private void existing(Resource resource, Wanted wanted, Set<String> present) throws InterruptedException {
        if (backend instanceof ExistingMembersBackend reconciling) {
            List<Member> both = wanted.team().members().stream()
                    .filter(member -> present.contains(member.username()))
                    .collect(Collectors.toList());
            if (!both.isEmpty()) {
                BestEffort.run(
                        "reconcile the members of", resource, () -> reconciling.reconcileExisting(resource, both));
            }
        }
    }
}
