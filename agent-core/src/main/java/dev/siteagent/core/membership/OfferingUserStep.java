package dev.siteagent.core.membership;

import dev.siteagent.core.members.OfferingAccounts;
import dev.siteagent.core.usernames.UsernameAssignment;
import dev.siteagent.core.usernames.UsernameReconciliation;
import dev.siteagent.core.usernames.UsernameReport;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.OfferingUser;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.UsernameBackend;
import dev.siteagent.spi.UsernameReconciliationBackend;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the users of an offering into order before their resources are: names, profiles, and names that the backend
 * assigned. What fails stops no resource.
 */
final class OfferingUserStep {
    private static final Logger log = LoggerFactory.getLogger(OfferingUserStep.class);

    private final WaldurClient waldur;
    private final Optional<UsernameReconciliation> reconciliation;
    private final Optional<UsernameBackend> usernames;
    private final Optional<UsernameAssignment> assignment;

    /**
     * Serves one offering.
     *
     * @param waldur Waldur's API
     * @param backend the backend, which may assign names
     * @param usernames gives names; empty when nobody does
     */
    OfferingUserStep(WaldurClient waldur, ResourceBackend backend, Optional<UsernameBackend> usernames) {
        this.waldur = waldur;
        this.reconciliation = backend instanceof UsernameReconciliationBackend assigning
                ? Optional.of(new UsernameReconciliation(waldur.offeringUsers(), assigning))
                : Optional.empty();
        this.usernames = usernames;
        this.assignment = usernames.map(names -> new UsernameAssignment(waldur.offeringUsers(), names));
    }

    /** Brings the users into order and returns the accounts as they are then; nothing is read that nobody needs. */
    OfferingAccounts sync(MembershipOffering offering, Tally tally) throws InterruptedException {
        OfferingAccounts accounts = new OfferingAccounts(waldur, offering.uuid());
        try {
            if (assignment.isPresent() && offering.options().providerMakesUsernames()) {
                accounts = after(assignment.get().assign(accounts.offeringUsers()), offering, accounts, tally);
                profiles(usernames.get(), accounts.offeringUsers());
            } else if (usernames.isPresent() && offering.options().providerShallMakeUsernames()) {
                log.error("The offering's users get no names: its policy leaves them to the service provider, and"
                        + " service_provider_can_create_offering_user is not set. Set it in the offering's options.");
            }
            if (reconciliation.isPresent() && offering.reconcileUsernames()) {
                accounts = after(reconciliation.get().reconcile(accounts.offeringUsers()), offering, accounts, tally);
            }
        } catch (WaldurException | BackendException e) {
            log.warn("The users of the offering cannot be brought into order: {}", e.getMessage());
            tally.problem("the users of the offering cannot be brought into order: " + e.getMessage());
        }
        return accounts;
    }

    private OfferingAccounts after(
            UsernameReport report, MembershipOffering offering, OfferingAccounts accounts, Tally tally) {
        report.problems().forEach(problem -> {
            log.warn("{}", problem);
            tally.problem(problem);
        });
        return report.moved() > 0 ? new OfferingAccounts(waldur, offering.uuid()) : accounts;
    }

    private static void profiles(UsernameBackend usernames, List<OfferingUser> users) throws InterruptedException {
        List<OfferingUser> named =
                users.stream().filter(user -> user.username().isPresent()).toList();
        if (named.isEmpty()) {
            return;
        }
        try {
            usernames.syncProfiles(named);
        } catch (BackendException e) {
            log.warn("The profiles of the offering's users were not synced: {}", e.getMessage());
        } catch (RuntimeException | LinkageError e) {
            log.warn("The profiles of the offering's users were not synced, by a fault of the plugin.", e);
        }
    }
}
