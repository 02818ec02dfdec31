package dev.siteagent.core.members;

import dev.siteagent.core.waldur.ProjectAccount;
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
import java.util.UUID;
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
    private final OfferingAccounts accounts;

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
        this.accounts = accounts;
    }

    /**
     * Adds the members.
     *
     * @param resource the resource, with a backend id
     * @throws InterruptedException when the thread is interrupted
     */
    public void grant(Resource resource) throws InterruptedException {
        List<Member> wanted = new ArrayList<>(read("team", () -> team.members(resource.uuid())));
        List<ProjectAccount> projectAccounts = new ArrayList<>(read("service accounts", accounts::serviceAccounts));
        projectAccounts.addAll(read("course accounts", accounts::courseAccounts));
        UUID project = resource.project().uuid();
        names(projectAccounts, project, ProjectAccount.State.OK).forEach(name -> wanted.add(Member.of(name)));
        if (!wanted.isEmpty()) {
            attempt("add members to", resource, () -> backend.addMembers(resource, wanted));
        }
        Set<String> closed = names(projectAccounts, project, ProjectAccount.State.CLOSED);
        wanted.forEach(member -> closed.remove(member.username()));
        if (!closed.isEmpty()) {
            attempt("remove closed accounts from", resource, () -> backend.removeMembers(resource, closed));
        }
    }

    private static Set<String> names(List<ProjectAccount> accounts, UUID project, ProjectAccount.State state) {
        Set<String> names = new HashSet<>();
        for (ProjectAccount account : accounts) {
            String name = account.username();
            if (project.equals(account.projectUuid()) && account.state() == state && name != null && !name.isBlank()) {
                names.add(name);
            }
        }
        return names;
    }

    private static <T> List<T> read(String what, Memo.Reader<List<T>> reader) throws InterruptedException {
        try {
            return reader.read();
        } catch (WaldurException e) {
            log.warn("The {} cannot be read; membership sync will add them. {}", what, e.getMessage());
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
