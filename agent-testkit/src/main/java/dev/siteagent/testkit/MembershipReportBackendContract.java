package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Member;
import dev.siteagent.spi.MembershipReportBackend;
import dev.siteagent.spi.MembershipReportBackend.Grant;
import dev.siteagent.spi.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@link MembershipReportBackend} promises beside {@link MembersBackendContract}: each grant is told once, in
 * Waldur's words.
 *
 * @since 1.0.0
 */
@Timeout(120)
public abstract class MembershipReportBackendContract extends BackendContract {
    private static final String RESOURCE_PROJECT = "resource_project";

    /** Returns one who can be given access. */
    protected Member someone() {
        return Member.of("ada");
    }

    /** Returns somebody else who can. */
    protected Member someoneElse() {
        return Member.of("bob");
    }

    @Test
    void grantOfEachMemberIsTold() throws Exception {
        Resource resource = joined("web", someone(), someoneElse());
        assertThat(usernames(report(resource)))
                .as("membership report: one entry for each grant")
                .contains(someone().username(), someoneElse().username());
    }

    @Test
    void noGrantIsToldTwice() throws Exception {
        Resource resource = joined("web", someone(), someoneElse());
        Results.succeeded(reporting().addMembers(resource, List.of(someone())));
        List<List<Object>> grants = new ArrayList<>();
        for (Grant grant : report(resource)) {
            grants.add(List.of(grant.username(), grant.scopeType(), grant.resourceProject(), grant.roleName()));
        }
        assertThat(grants).as("membership report: one entry for each grant").doesNotHaveDuplicates();
    }

    @Test
    void scopesAreInWaldursWords() throws Exception {
        assertThat(report(joined("web", someone()))).allSatisfy(grant -> {
            assertThat(grant.scopeType())
                    .as("membership report: Waldur's word for where a grant is")
                    .isIn("project", "resource", RESOURCE_PROJECT);
            assertThat(grant.resourceProject().isPresent())
                    .as("membership report: a grant names its resource project, and only for that scope")
                    .isEqualTo(grant.scopeType().equals(RESOURCE_PROJECT));
        });
    }

    @Test
    void grantsOfOneResourceAreNotThoseOfAnother() throws Exception {
        Resource one = joined("one", someone());
        joined("other", someoneElse());
        assertThat(usernames(report(one)))
                .as("membership report: grants of the resource that is asked for")
                .doesNotContain(someoneElse().username());
    }

    @Test
    void resourceWithoutMembersHasNoGrantOfTheirs() throws Exception {
        assertThat(usernames(report(joined("web"))))
                .as("membership report: no entry for what was never granted")
                .doesNotContain(someone().username(), someoneElse().username());
    }

    @Test
    void reportIsTheSameInANewProcessAndChangesNothing() throws Exception {
        Resource resource = joined("web", someone());
        Set<String> before = Results.present(reporting().members(List.of(resource)), resource);
        List<Grant> first = report(resource);
        assertThat(report(resource))
                .as("membership report: whoever asks reads the same")
                .containsExactlyInAnyOrderElementsOf(first);
        assertThat(Results.present(reporting().members(List.of(resource)), resource))
                .as("membership report: reading changes nothing")
                .isEqualTo(before);
    }

    @Test
    void interruptedReportEndsSoon() throws Exception {
        MembershipReportBackend backend = reporting();
        Resource resource = joined("web", someone());
        Rules.endsWhenInterrupted(() -> backend.membershipReport(resource));
    }

    @Test
    void reportShowsNoSecret() throws Exception {
        Rules.showNoSecret(cloud().secrets(), reporting(), report(joined("web", someone())));
    }

    private MembershipReportBackend reporting() throws BackendException {
        return (MembershipReportBackend) open();
    }

    private Resource joined(String name, Member... members) throws BackendException, InterruptedException {
        Resource resource = created(open(), ordered(name));
        if (members.length > 0) {
            Results.succeeded(reporting().addMembers(resource, List.of(members)));
        }
        return resource;
    }

    private List<Grant> report(Resource resource) throws BackendException, InterruptedException {
        List<Grant> grants = reporting().membershipReport(resource);
        assertThat(grants).as("membership report: a list, never null").isNotNull();
        return grants;
    }

    private static List<String> usernames(List<Grant> grants) {
        return grants.stream().map(Grant::username).toList();
    }
}
