package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.UserLimitsBackend;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@link UserLimitsBackend} promises.
 *
 * @since 1.0.0
 */
@Timeout(120)
public abstract class UserLimitsBackendContract extends BackendContract {
    private static final String ADA = "ada";
    private static final String BOB = "bob";

    /**
     * Makes the users {@code ada} and {@code bob} known to the cloud, for a backend that limits none but members.
     *
     * @param backend the backend
     * @param resource the resource
     * @throws Exception when it does not work, which fails the test
     */
    protected void makeUsers(UserLimitsBackend backend, Resource resource) throws Exception {}

    /** Returns limits that a user can be given. */
    protected abstract Map<String, Long> userLimits();

    /** Returns other limits for the same components. */
    protected abstract Map<String, Long> otherUserLimits();

    @Test
    void limitsOfAUserThatWereSetAreReadInANewProcess() throws Exception {
        UserLimitsBackend backend = userLimitsBackend();
        Resource resource = prepared(backend);
        backend.setUserLimits(resource, ADA, userLimits());
        assertThat(read(userLimitsBackend(), resource).get(ADA))
                .as("user limits: what was set is read, in the units it was set in")
                .containsAllEntriesOf(userLimits());
    }

    @Test
    void limitsSetTwiceAreSuccess() throws Exception {
        UserLimitsBackend backend = userLimitsBackend();
        Resource resource = prepared(backend);
        backend.setUserLimits(resource, ADA, userLimits());
        Map<String, Map<String, Long>> once = read(backend, resource);
        backend.setUserLimits(resource, ADA, userLimits());
        assertThat(read(backend, resource))
                .as("user limits: setting is idempotent")
                .isEqualTo(once);
    }

    @Test
    void limitsOfOneUserLeaveThoseOfAnotherAlone() throws Exception {
        UserLimitsBackend backend = userLimitsBackend();
        Resource resource = prepared(backend);
        backend.setUserLimits(resource, ADA, userLimits());
        backend.setUserLimits(resource, BOB, otherUserLimits());
        assertThat(read(backend, resource).get(ADA))
                .as("user limits: they are per username")
                .containsAllEntriesOf(userLimits());
    }

    @Test
    void componentThatIsLeftOutKeepsItsLimit() throws Exception {
        UserLimitsBackend backend = userLimitsBackend();
        Resource resource = prepared(backend);
        backend.setUserLimits(resource, ADA, userLimits());
        backend.setUserLimits(resource, ADA, Map.of());
        assertThat(read(backend, resource).get(ADA))
                .as("user limits: components left out keep theirs")
                .containsAllEntriesOf(userLimits());
    }

    @Test
    void usersOfAResourceThatIsGoneAreAbsent() throws Exception {
        UserLimitsBackend backend = userLimitsBackend();
        Resource there = prepared(backend);
        Resource gone = created(backend, ordered("gone"));
        deleted(backend, gone);
        Map<UUID, Lookup<Map<String, Map<String, Long>>>> found = backend.userLimits(List.of(there, gone));
        assertThat(found).as("user limits: one result for each resource").containsOnlyKeys(there.uuid(), gone.uuid());
        assertThat(found.get(there.uuid())).isInstanceOf(Lookup.Present.class);
        assertThat(found.get(gone.uuid()))
                .as("user limits: a resource that is gone is absent, not without limits")
                .isInstanceOf(Lookup.Absent.class);
    }

    @Test
    void readingNothingIsEmpty() throws Exception {
        assertThat(userLimitsBackend().userLimits(List.of())).isEmpty();
    }

    @Test
    void interruptedReadingEndsSoon() throws Exception {
        UserLimitsBackend backend = userLimitsBackend();
        Resource resource = prepared(backend);
        Rules.endsWhenInterrupted(() -> backend.userLimits(List.of(resource)));
    }

    private UserLimitsBackend userLimitsBackend() throws BackendException {
        return (UserLimitsBackend) open();
    }

    private Resource prepared(UserLimitsBackend backend) throws Exception {
        Resource resource = created(backend, ordered("web"));
        makeUsers(backend, resource);
        return resource;
    }

    private static Map<String, Map<String, Long>> read(UserLimitsBackend backend, Resource resource)
            throws BackendException, InterruptedException {
        return Results.present(backend.userLimits(List.of(resource)), resource);
    }
}
