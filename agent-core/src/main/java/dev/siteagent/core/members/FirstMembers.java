package dev.siteagent.core.members;

import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Member;
import dev.siteagent.spi.MembersBackend;
import dev.siteagent.spi.Resource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a new resource its first members: the team, the active service and course accounts of its project; and takes the
 * closed accounts away. Best effort: whatever fails is logged and left to membership sync. Thread-safe.
 */
public final class FirstMembers {
    private static final Logger log = LoggerFactory.getLogger(FirstMembers.class);

    private final MembersBackend backend;
    private final ResourceTeam team;
    private final ProjectAccounts accounts;

    /**
     * For one backend.
     *
     * @param backend who gives access
     * @param team who belongs to a resource
     * @param accounts the accounts at the offering
     */
    public FirstMembers(MembersBackend backend, ResourceTeam team, OfferingAccounts accounts) {
        this.backend = backend;
        this.team = team;
        this.accounts = new ProjectAccounts(accounts);
    }

    /**
     * Adds the members.
     *
     * @param resource the resource, with a backend id
     * @throws InterruptedException when the thread is interrupted
     */
    public void grant(Resource resource) throws InterruptedException {
        List<Member> wanted = new ArrayList<>(team(resource));
        ProjectAccounts.Names names = accounts.of(resource.project().uuid());
        names.active().forEach(name -> wanted.add(Member.of(name)));
        if (!wanted.isEmpty()) {
            attempt("add members to", resource, () -> backend.addMembers(resource, wanted));
        }
        Set<String> closed = new HashSet<>(names.closed());
        wanted.forEach(member -> closed.remove(member.username()));
        if (!closed.isEmpty()) {
            attempt("remove closed accounts from", resource, () -> backend.removeMembers(resource, closed));
        }
    }

    private List<Member> team(Resource resource) throws InterruptedException {
        try {
            return team.members(resource.uuid());
        } catch (WaldurException e) {
            log.warn("The team cannot be read; membership sync will add it. {}", e.getMessage());
            return List.of();
        }
    }

    private static void attempt(String what, Resource resource, Change change) throws InterruptedException {
        try {
            long failed = change.apply().values().stream()
                    .filter(attempt -> attempt instanceof Attempt.Failed)
                    .count();
            if (failed > 0) {
                log.warn("Failed to {} {}: {} of them; membership sync will try again.", what, resource, failed);
            }
        } catch (BackendException e) {
            log.warn("Failed to {} {}; membership sync will try again. {}", what, resource, e.getMessage());
        } catch (RuntimeException | LinkageError e) {
            log.warn("Failed to {} {}, by a fault of the plugin; membership sync will try again.", what, resource, e);
        }
    }

    @FunctionalInterface
    private interface Change {
        Map<String, Attempt<Boolean>> apply() throws BackendException, InterruptedException;
    }
}
