package dev.siteagent.core.usernames;

import dev.siteagent.core.fairness.FailedLast;
import dev.siteagent.core.waldur.OfferingUserState;
import dev.siteagent.core.waldur.OfferingUsers;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.OfferingUser;
import dev.siteagent.spi.TransientBackendException;
import dev.siteagent.spi.UsernameBackend;
import dev.siteagent.spi.UsernameBackend.Assignment;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives names to the users of an offering who wait for one. The backend is asked before any state moves, so that one
 * that gives no names leaves the users as they are; a failure that may pass leaves them, too. Called by one thread at a
 * time; it remembers whose failure was the last, so that those users come last the next time.
 */
public final class UsernameAssignment {
    private static final Logger log = LoggerFactory.getLogger(UsernameAssignment.class);
    private static final int MOST_FAILURES_IN_A_ROW = 5;
    private static final Set<OfferingUserState> WAITING = EnumSet.of(
            OfferingUserState.REQUESTED,
            OfferingUserState.CREATING,
            OfferingUserState.PENDING_ACCOUNT_LINKING,
            OfferingUserState.PENDING_ADDITIONAL_VALIDATION,
            OfferingUserState.ERROR_CREATING);

    private final UsernameBackend backend;
    private final AccountStates states;
    private final FailedLast<UUID> turns = new FailedLast<>();

    /**
     * Names the users of one offering.
     *
     * @param waldur where the users are
     * @param backend who knows their names
     */
    public UsernameAssignment(OfferingUsers waldur, UsernameBackend backend) {
        this.states = new AccountStates(waldur);
        this.backend = backend;
    }

    /**
     * Names those who wait.
     *
     * @param users the users of the offering who are not restricted
     * @throws InterruptedException when the thread is interrupted
     */
    public UsernameReport assign(Collection<OfferingUser> users) throws InterruptedException {
        int moved = 0;
        int inARow = 0;
        List<String> problems = new ArrayList<>();
        List<OfferingUser> waiting =
                users.stream().filter(UsernameAssignment::waits).toList();
        turns.keep(waiting.stream().map(OfferingUser::uuid).collect(Collectors.toSet())::contains);
        for (OfferingUser user : turns.order(waiting, OfferingUser::uuid)) {
            try {
                moved += assign(user) ? 1 : 0;
                turns.succeeded(user.uuid());
                inARow = 0;
            } catch (TransientBackendException | BackendNotReadyException | WaldurUnavailableException e) {
                problems.add(problem(user.uuid(), e.getMessage() + " It is tried again in the next cycle."));
                turns.failed(user.uuid());
                inARow++;
            } catch (BackendException | RuntimeException | LinkageError e) {
                moved += failed(user, e, problems) ? 1 : 0;
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

    private static boolean waits(OfferingUser user) {
        OfferingUserState state = AccountStates.of(user);
        return WAITING.contains(state)
                || (state == OfferingUserState.OK && user.username().isEmpty());
    }

    private boolean assign(OfferingUser user) throws BackendException, InterruptedException {
        Assignment assignment = backend.usernameFor(user);
        if (assignment instanceof Assignment.Assigned assigned) {
            states.name(user, assigned.username());
            log.info("Gave offering user {} a name.", user.uuid());
            return true;
        }
        if (assignment instanceof Assignment.AccountLinkingRequired linking) {
            return states.awaitLinking(
                    user, linking.comment(), linking.link().map(URI::toString).orElse(""));
        }
        if (assignment instanceof Assignment.ValidationRequired validation) {
            return states.awaitValidation(
                    user,
                    validation.comment(),
                    validation.link().map(URI::toString).orElse(""));
        }
        return false;
    }

    private boolean failed(OfferingUser user, Throwable why, List<String> problems) throws InterruptedException {
        if (why instanceof WaldurRejectedException e && (e.wrongState() || e.notFound())) {
            log.info("Offering user {} changed meanwhile; it is looked at in the next cycle.", user.uuid());
            return false;
        }
        log.debug("No name for offering user {}.", user.uuid(), why);
        problems.add(problem(user.uuid(), why.getMessage() == null ? why.toString() : why.getMessage()));
        try {
            return states.failed(user);
        } catch (WaldurException e) {
            log.warn("Offering user {} could not be marked as failed: {}", user.uuid(), e.getMessage());
            return false;
        }
    }

    private static String problem(UUID user, String why) {
        return "offering user " + user + " gets no name: " + why;
    }
}
