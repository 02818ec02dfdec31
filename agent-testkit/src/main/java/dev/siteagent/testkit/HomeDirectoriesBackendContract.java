package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.HomeDirectoriesBackend;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@link HomeDirectoriesBackend} promises.
 *
 * @since 1.0.0
 */
@Timeout(120)
public abstract class HomeDirectoriesBackendContract extends BackendContract {
    private static final String UMASK = "0077";

    /** Returns the usernames of two users who have no home directory. */
    protected abstract List<String> usernames();

    /**
     * Returns whether a home directory is there, by looking and not by asking the backend.
     *
     * @param username whose
     * @throws Exception when it cannot be told, which fails the test
     */
    protected abstract boolean hasHome(String username) throws Exception;

    @Test
    void missingHomesAreMade() throws Exception {
        assertThat(make(homesBackend(), usernames()))
                .as("home directories: one result for each username, true when it was made now")
                .containsOnlyKeys(usernames())
                .allSatisfy((username, made) -> assertThat(made).isTrue());
        for (String username : usernames()) {
            assertThat(hasHome(username)).isTrue();
        }
    }

    @Test
    void homeThatExistsIsSuccessAndNothingNew() throws Exception {
        HomeDirectoriesBackend backend = homesBackend();
        String first = usernames().get(0);
        make(backend, List.of(first));
        assertThat(make(homesBackend(), usernames()))
                .as("home directories: one that exists is success, and false")
                .containsEntry(first, false)
                .containsEntry(usernames().get(1), true);
    }

    @Test
    void nobodyNeedsNoHome() throws Exception {
        assertThat(make(homesBackend(), List.of())).isEmpty();
    }

    @Test
    void interruptedMakingEndsSoonAndALaterOneFinishesTheWork() throws Exception {
        HomeDirectoriesBackend backend = homesBackend();
        Rules.endsWhenInterrupted(() -> backend.createHomeDirectories(usernames(), UMASK));
        make(backend, usernames());
        for (String username : usernames()) {
            assertThat(hasHome(username)).isTrue();
        }
    }

    private static Map<String, Boolean> make(HomeDirectoriesBackend backend, List<String> usernames)
            throws BackendException, InterruptedException {
        return Results.succeeded(backend.createHomeDirectories(usernames, UMASK));
    }

    private HomeDirectoriesBackend homesBackend() throws BackendException {
        return (HomeDirectoriesBackend) open();
    }
}
