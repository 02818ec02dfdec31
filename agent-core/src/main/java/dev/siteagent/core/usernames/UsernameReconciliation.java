package dev.siteagent.core.usernames;

import dev.siteagent.core.fairness.FailedLast;
import dev.siteagent.core.waldur.OfferingUsers;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.OfferingUser;
import dev.siteagent.spi.UsernameReconciliationBackend;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the names that a backend assigned back to Waldur, where they differ. Called by one thread at a time; it remembers
 * whose failure was the last, so that those users come last the next time.
 */
public final class UsernameReconciliation {
    private static final Logger log = LoggerFactory.getLogger(UsernameReconciliation.class);

    private static final int MOST_FAILURES_IN_A_ROW = 5;

    private final UsernameReconciliationBackend backend;
    private final AccountStates states;
    private final FailedLast<UUID> turns = new FailedLast<>();

    /**
     * Reconciles the users of one offering.
     *
     * @param waldur where the users are
     * @param backend who assigned their names
     */
    public UsernameReconciliation(OfferingUsers waldur, UsernameReconciliationBackend backend) {
        this.states = new AccountStates(waldur);
        this.backend = backend;
    }

    /**
     * Writes the names that differ.
     *
     * @param users the users of the offering who are not restricted
     * @throws BackendException when the names cannot be read
     * @throws InterruptedException when the thread is interrupted
     */
    public UsernameReport reconcile(Collection<OfferingUser> users) throws BackendException, InterruptedException {
        int moved = 0;
        List<String> problems = new ArrayList<>();
        int inARow = 0;
        Map<UUID, String> assigned = backend.assignedUsernames(users);
        List<OfferingUser> differing = users.stream()
                .filter(user -> differs(user, assigned.getOrDefault(user.uuid(), "")))
                .toList();
        turns.keep(differing.stream().map(OfferingUser::uuid).collect(Collectors.toSet())::contains);
        for (OfferingUser user : turns.order(differing, OfferingUser::uuid)) {
            try {
                states.name(user, assigned.get(user.uuid()));
                moved++;
                turns.succeeded(user.uuid());
                inARow = 0;
                log.info("Wrote the name that the backend assigned to offering user {}.", user.uuid());
            } catch (WaldurUnavailableException e) {
                problems.add("the name of offering user " + user.uuid() + " is not written: " + e.getMessage());
                turns.failed(user.uuid());
                inARow++;
            } catch (WaldurException e) {
                problems.add("the name of offering user " + user.uuid() + " was refused: " + e.getMessage());
                turns.succeeded(user.uuid());
                inARow = 0;
            }
            if (inARow >= MOST_FAILURES_IN_A_ROW) {
                problems.add("The further users wait for the next cycle, after " + inARow + " failures in a row.");
                break;
            }
        }
        return new UsernameReport(moved, problems);
    }

    private static boolean differs(OfferingUser user, String assigned) {
        return !assigned.isBlank() && user.username().filter(assigned::equals).isEmpty();
    }
}
