package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.ExistingMembersBackend;
import dev.siteagent.spi.Member;
import dev.siteagent.spi.Resource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@link ExistingMembersBackend} promises beside {@link MembersBackendContract}: who is there already follows
 * Waldur, and nobody comes or goes.
 *
 * @since 1.0.0
 */
@Timeout(120)
public abstract class ExistingMembersBackendContract extends BackendContract {
    /** Returns one who can be given access. */
    protected abstract Member someone();

    /** Returns the same one, of whom something changed that the backend brings into line, such as the role. */
    protected abstract Member someoneChanged();

    /** Returns somebody else who can be given access. */
    protected Member someoneElse() {
        return Member.of("bob");
    }

    /**
     * Returns what the cloud has of a member, by looking at the cloud itself and not by asking the backend: the roles and
     * the profile that the backend brings into line.
     *
     * @param resource the resource
     * @param username the member's username
     * @return a text that is equal when nothing changed, or empty for one who is no member
     * @throws Exception when it cannot be told, which fails the test
     */
    protected abstract Optional<String> onTheCloud(Resource resource, String username) throws Exception;

    @Test
    void changeOfAMemberIsTakenOverInWhateverProcess() throws Exception {
        Resource resource = joined("web", someone());
        Optional<String> before = seen(resource, someone());
        existing().reconcileExisting(resource, List.of(someoneChanged()));
        assertThat(seen(resource, someone()))
                .as("existing members: what changed in Waldur changes on the cloud")
                .isPresent()
                .isNotEqualTo(before);
        existing().reconcileExisting(resource, List.of(someone()));
        assertThat(seen(resource, someone()))
                .as("existing members: and back again, so that a role is taken, too")
                .isEqualTo(before);
    }

    @Test
    void reconcilingTwiceIsSuccessAndNothingNew() throws Exception {
        Resource resource = joined("web", someone());
        existing().reconcileExisting(resource, List.of(someoneChanged()));
        Optional<String> once = seen(resource, someone());
        existing().reconcileExisting(resource, List.of(someoneChanged()));
        assertThat(seen(resource, someone()))
                .as("existing members: it is called each cycle, and again it changes nothing")
                .isEqualTo(once);
    }

    @Test
    void memberWhoIsNotNamedStaysAsHeIs() throws Exception {
        Resource resource = joined("web", someone(), someoneElse());
        Optional<String> before = seen(resource, someoneElse());
        existing().reconcileExisting(resource, List.of(someoneChanged()));
        existing().reconcileExisting(resource, List.of());
        assertThat(seen(resource, someoneElse()))
                .as("existing members: only those that are named are brought into line")
                .isEqualTo(before);
    }

    @Test
    void nobodyComesOrGoes() throws Exception {
        Resource resource = joined("web", someone(), someoneElse());
        Set<String> before = members(resource);
        existing().reconcileExisting(resource, List.of(someoneChanged()));
        existing().reconcileExisting(resource, List.of());
        assertThat(members(resource))
                .as("existing members: who has access is for addMembers and removeMembers")
                .isEqualTo(before);
    }

    @Test
    void memberOfAnotherResourceStaysAsHeIs() throws Exception {
        Resource one = joined("one", someone());
        Resource other = joined("other", someoneElse());
        Optional<String> before = seen(other, someoneElse());
        existing().reconcileExisting(one, List.of(someoneChanged()));
        assertThat(seen(other, someoneElse()))
                .as("existing members: they are those of one resource")
                .isEqualTo(before);
    }

    @Test
    void interruptedReconcilingEndsSoon() throws Exception {
        ExistingMembersBackend backend = existing();
        Resource resource = joined("web", someone());
        Rules.endsWhenInterrupted(() -> {
            backend.reconcileExisting(resource, List.of(someoneChanged()));
            return resource;
        });
        Rules.showNoSecret(cloud().secrets(), backend);
    }

    private ExistingMembersBackend existing() throws BackendException {
        return (ExistingMembersBackend) open();
    }

    private Resource joined(String name, Member... members) throws BackendException, InterruptedException {
        Resource resource = created(open(), ordered(name));
        Results.succeeded(existing().addMembers(resource, List.of(members)));
        // A backend may leave role and profile of a new member to the first reconciliation.
        existing().reconcileExisting(resource, List.of(members));
        return resource;
    }

    private Optional<String> seen(Resource resource, Member member) throws Exception {
        return onTheCloud(resource, member.username());
    }

    private Set<String> members(Resource resource) throws BackendException, InterruptedException {
        return Results.present(existing().members(List.of(resource)), resource);
    }
}
