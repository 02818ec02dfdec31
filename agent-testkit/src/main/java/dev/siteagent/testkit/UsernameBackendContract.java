package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.OfferingUser;
import dev.siteagent.spi.UsernameBackend;
import dev.siteagent.spi.UsernameBackend.Assignment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@link UsernameBackend} promises: the same user has the same name, whoever asks.
 *
 * @since 1.0.0
 */
@Timeout(120)
public abstract class UsernameBackendContract {
    private final List<UsernameBackend> opened = new ArrayList<>();

    /**
     * Opens a username backend on the one directory of accounts of this test. Called again within a test to play a
     * restarted agent.
     *
     * @throws BackendException when it cannot be opened, which fails the test
     */
    protected abstract UsernameBackend open() throws BackendException;

    /**
     * Changes a user to one who gets a name.
     *
     * @param user a user without a username, with no attributes
     */
    protected OfferingUser prepare(OfferingUser user) {
        return user;
    }

    /** Returns every secret that the backend was given, none of which may appear in any text. */
    protected abstract Set<String> secrets();

    @AfterEach
    final void closeAll() {
        opened.forEach(UsernameBackend::close);
    }

    @Test
    void userGetsTheSameNameAgainInANewProcess() throws Exception {
        OfferingUser user = user("ada");
        String first = assigned(opened(), user);
        assertThat(assigned(opened(), user))
                .as("username backend: the same user gets the same name")
                .isEqualTo(first);
    }

    @Test
    void usersGetDifferentNames() throws Exception {
        UsernameBackend backend = opened();
        assertThat(assigned(backend, user("ada")))
                .as("username backend: two users never share a name")
                .isNotEqualTo(assigned(backend, user("bob")));
    }

    @Test
    void manyCallsAtOnceGiveOneName() throws Exception {
        UsernameBackend backend = opened();
        OfferingUser user = user("ada");
        assertThat(Set.copyOf(Rules.atOnce(() -> assigned(backend, user))))
                .as("username backend: the same user gets the same name, however many threads ask")
                .hasSize(1);
    }

    @Test
    void profilesSyncedTwiceAreSuccess() throws Exception {
        UsernameBackend backend = opened();
        List<OfferingUser> users = List.of(named(backend, user("ada")), named(backend, user("bob")));
        backend.syncProfiles(users);
        backend.syncProfiles(users);
        backend.syncProfiles(List.of());
    }

    @Test
    void deactivatingAgainOrWhoIsUnknownIsSuccess() throws Exception {
        UsernameBackend backend = opened();
        String name = assigned(backend, user("ada"));
        backend.deactivate(Set.of(name));
        backend.deactivate(Set.of(name));
        backend.deactivate(Set.of("nobody-of-this-name"));
        backend.deactivate(Set.of());
    }

    @Test
    void interruptedCallEndsSoon() throws Exception {
        UsernameBackend backend = opened();
        OfferingUser user = user("ada");
        Rules.endsWhenInterrupted(() -> backend.usernameFor(user));
        assigned(backend, user);
    }

    @Test
    void noTextShowsASecret() throws Exception {
        UsernameBackend backend = opened();
        Rules.showNoSecret(secrets(), backend, backend.usernameFor(user("ada")));
    }

    private UsernameBackend opened() throws BackendException {
        UsernameBackend backend = open();
        opened.add(backend);
        return backend;
    }

    private OfferingUser user(String name) {
        UUID uuid = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
        return prepare(new OfferingUser(uuid, uuid, name, Optional.empty(), "Requested", Map.of()));
    }

    private static OfferingUser named(UsernameBackend backend, OfferingUser user)
            throws BackendException, InterruptedException {
        return new OfferingUser(
                user.uuid(),
                user.userUuid(),
                user.userUsername(),
                Optional.of(assigned(backend, user)),
                "OK",
                user.attributes());
    }

    private static String assigned(UsernameBackend backend, OfferingUser user)
            throws BackendException, InterruptedException {
        if (backend.usernameFor(user) instanceof Assignment.Assigned assigned) {
            return assigned.username();
        }
        throw new AssertionError("username backend: the test's user gets a name; prepare() makes one who does");
    }
}
