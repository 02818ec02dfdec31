package dev.siteagent.core.members;

import dev.siteagent.core.waldur.Listing;
import dev.siteagent.core.waldur.ProjectAccount;
import dev.siteagent.core.waldur.ProjectAccount.State;
import dev.siteagent.core.waldur.WaldurException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service and course accounts of an offering's projects as they are in one cycle. Best effort: a list that cannot be
 * read is logged once, and not asked for again in this cycle. Thread-safe.
 */
public final class ProjectAccounts {
    private static final Logger log = LoggerFactory.getLogger(ProjectAccounts.class);

    private final OfferingAccounts accounts;
    private final Memo<Known> known = new Memo<>();

    /** Sorts the accounts of an offering by project. */
    public ProjectAccounts(OfferingAccounts accounts) {
        this.accounts = accounts;
    }

    /**
     * The accounts of a project.
     *
     * @param active names that shall have access
     * @param closed names that shall have none
     * @param unsettled names of those that are neither, such as erred ones: whoever has access keeps it, and nobody gets it
     * @param complete whether these are all; false when a list could not be read, or may lack some
     */
    public record Names(Set<String> active, Set<String> closed, Set<String> unsettled, boolean complete) {
        /** No accounts. */
        public static final Names NONE = new Names(Set.of(), Set.of(), Set.of(), true);

        /** Copies the sets; a name is closed only where it is nothing else, and active where it is so at all. */
        public Names {
            active = Set.copyOf(active);
            unsettled = without(active, unsettled);
            closed = without(unsettled, without(active, closed));
        }

        private static Set<String> without(Set<String> those, Set<String> names) {
            Set<String> others = new HashSet<>(names);
            others.removeAll(those);
            return Set.copyOf(others);
        }
    }

    private record Known(Map<UUID, List<ProjectAccount>> byProject, boolean complete) {}

    /** Returns the accounts of a project. */
    public Names of(UUID project) throws InterruptedException {
        Known all = known.get(this::read);
        List<ProjectAccount> mine = all.byProject().getOrDefault(project, List.of());
        return new Names(
                names(mine, EnumSet.of(State.OK)),
                names(mine, EnumSet.of(State.CLOSED)),
                names(mine, EnumSet.complementOf(EnumSet.of(State.OK, State.CLOSED))),
                all.complete());
    }

    private Known read() throws InterruptedException {
        Map<UUID, List<ProjectAccount>> byProject = new HashMap<>();
        boolean services = read("service accounts", accounts::serviceAccounts, byProject);
        boolean courses = read("course accounts", accounts::courseAccounts, byProject);
        return new Known(byProject, services && courses);
    }

    private static boolean read(
            String what, Memo.Reader<Listing<ProjectAccount>> reader, Map<UUID, List<ProjectAccount>> byProject)
            throws InterruptedException {
        try {
            Listing<ProjectAccount> listed = reader.read();
            for (ProjectAccount account : listed.items()) {
                if (account.projectUuid() != null
                        && account.username() != null
                        && !account.username().isBlank()) {
                    byProject
                            .computeIfAbsent(account.projectUuid(), project -> new ArrayList<>())
                            .add(account);
                }
            }
            if (!listed.complete()) {
                log.warn("The list of {} may lack some; no others lose access in this cycle.", what);
            }
            return listed.complete();
        } catch (WaldurException e) {
            log.warn("The {} cannot be read; they are left as they are in this cycle. {}", what, e.getMessage());
            return false;
        }
    }

    private static Set<String> names(List<ProjectAccount> accounts, Set<State> states) {
        Set<String> names = new HashSet<>();
        accounts.stream()
                .filter(account -> states.contains(account.state()))
                .forEach(account -> names.add(account.username()));
        return names;
    }
}
