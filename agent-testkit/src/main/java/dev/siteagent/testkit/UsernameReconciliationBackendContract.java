package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.OfferingUser;
import dev.siteagent.spi.UsernameReconciliationBackend;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@link UsernameReconciliationBackend} promises: Waldur learns the names that the backend gave, and no others.
 *
 * @since 1.0.0
 */
@Timeout(120)
public abstract class UsernameReconciliationBackendContract extends BackendContract {
    /**
     * Changes a user to one to whom the cloud can assign a name.
     *
     * @param user a user with no attributes
     */
    protected OfferingUser prepare(OfferingUser user) {
        return user;
    }

    /**
     * Lets the cloud assign a username to a user, by acting on the cloud itself and not through the backend.
     *
     * @param user the user, as {@link #prepare} returned it
     * @param username the name
     * @throws Exception when it does not work, which fails the test
     */
    protected abstract void assign(OfferingUser user, String username) throws Exception;

    @Test
    void namesAreToldForThoseWhoHaveOneAndNoOthers() throws Exception {
        OfferingUser ada = user("ada");
        OfferingUser bob = user("bob");
        OfferingUser none = user("none");
        assign(ada, "p-ada");
        assign(bob, "p-bob");
        assertThat(names(List.of(ada, bob, none)))
                .as("username reconciliation: each name that was assigned, by the offering user's UUID")
                .isEqualTo(Map.of(ada.uuid(), "p-ada", bob.uuid(), "p-bob"));
    }

    @Test
    void onlyThoseWhoAreAskedForAreTold() throws Exception {
        OfferingUser ada = user("ada");
        OfferingUser bob = user("bob");
        assign(ada, "p-ada");
        assign(bob, "p-bob");
        assertThat(names(List.of(bob)))
                .as("username reconciliation: no user but those given")
                .containsOnlyKeys(bob.uuid());
        assertThat(names(List.of()))
                .as("username reconciliation: of nobody it is empty")
                .isEmpty();
    }

    @Test
    void namesAreTheSameWhoeverAsksAndHoweverOften() throws Exception {
        OfferingUser ada = user("ada");
        assign(ada, "p-ada");
        UsernameReconciliationBackend backend = reconciling();
        Map<UUID, String> first = backend.assignedUsernames(List.of(ada));
        assertThat(backend.assignedUsernames(List.of(ada)))
                .as("username reconciliation: asking changes nothing")
                .isEqualTo(first);
        assertThat(names(List.of(ada)))
                .as("username reconciliation: a new process reads the same names")
                .isEqualTo(first);
    }

    @Test
    void nameOfTheBackendCountsAndNotTheOneThatWaldurHas() throws Exception {
        OfferingUser ada = user("ada");
        OfferingUser known = new OfferingUser(
                ada.uuid(), ada.userUuid(), ada.userUsername(), Optional.of("old"), "OK", ada.attributes());
        assign(ada, "p-ada");
        assertThat(names(List.of(known)))
                .as("username reconciliation: the backend's name is told, whatever Waldur has")
                .containsEntry(known.uuid(), "p-ada");
    }

    @Test
    void interruptedReadingEndsSoon() throws Exception {
        UsernameReconciliationBackend backend = reconciling();
        OfferingUser ada = user("ada");
        Rules.endsWhenInterrupted(() -> backend.assignedUsernames(List.of(ada)));
        Rules.showNoSecret(cloud().secrets(), backend);
    }

    private Map<UUID, String> names(List<OfferingUser> users) throws BackendException, InterruptedException {
        return reconciling().assignedUsernames(users);
    }

    private UsernameReconciliationBackend reconciling() throws BackendException {
        return (UsernameReconciliationBackend) open();
    }

    private OfferingUser user(String name) {
        return prepare(
                new OfferingUser(UUID.randomUUID(), UUID.randomUUID(), name, Optional.empty(), "Requested", Map.of()));
    }
}
