package dev.siteagent.core.usernames;

import dev.siteagent.core.waldur.OfferingUsers;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.OfferingUser;
import dev.siteagent.spi.UsernameReconciliationBackend;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the names that a backend assigned back to Waldur, where they differ. Called by one thread. */
public final class UsernameReconciliation {
    private static final Logger log = LoggerFactory.getLogger(UsernameReconciliation.class);

    private final UsernameReconciliationBackend backend;
    private final AccountStates states;

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
        Map<UUID, String> assigned = backend.assignedUsernames(users);
        for (OfferingUser user : users) {
            String name = assigned.getOrDefault(user.uuid(), "");
            if (name.isBlank() || user.username().filter(name::equals).isPresent()) {
                continue;
            }
            try {
                states.name(user, name);
                moved++;
                log.info("Wrote the name that the backend assigned to offering user {}.", user.uuid());
            } catch (WaldurRejectedException e) {
                problems.add("the name of offering user " + user.uuid() + " was refused: " + e.getMessage());
            }
        }
        return new UsernameReport(moved, problems);
    }
}
