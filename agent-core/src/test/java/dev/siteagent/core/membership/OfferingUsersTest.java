package dev.siteagent.core.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.waldur.Uuids;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.People;
import dev.siteagent.spi.OfferingUser;
import dev.siteagent.spi.UsernameBackend;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a cycle does for the users of an offering before it comes to resources. */
class OfferingUsersTest {
    private final MembershipFixture fixture = new MembershipFixture();
    private final TestCluster cluster = new TestCluster();
    private final List<Integer> profiles = new ArrayList<>();

    private final UsernameBackend names = new UsernameBackend() {
        @Override
        public Assignment usernameFor(OfferingUser user) {
            return new Assignment.Assigned(user.userUsername().replace("waldur-", "hpc-"));
        }

        @Override
        public void syncProfiles(Collection<OfferingUser> users) {
            profiles.add(users.size());
        }
    };

    @AfterEach
    void close() {
        fixture.close();
    }

    private UUID newcomer() {
        People people = fixture.waldur.people();
        UUID user = people.addUser("waldur-anna", "Anna", "anna@example.com");
        people.addMember(fixture.project, user, "PROJECT.MEMBER");
        return people.addOfferingUser(fixture.offering, user, "");
    }

    private void providerMakesNames() {
        fixture.waldur.setOption(fixture.offering, "username_generation_policy", "service_provider");
        fixture.waldur.setOption(fixture.offering, "service_provider_can_create_offering_user", true);
    }

    @Test
    void whoGetsANameGetsAccessInTheSameCycle() throws Exception {
        providerMakesNames();
        fixture.usernames = Optional.of(names);
        fixture.resource("1");
        cluster.add("1");
        UUID anna = newcomer();

        fixture.run(cluster);

        assertThat(fixture.user(anna).username()).isEqualTo("hpc-anna");
        assertThat(cluster.members.get("1")).containsExactly("hpc-anna");
        assertThat(profiles).containsExactly(1);
    }

    @Test
    void underAnotherPolicyWaldurGivesTheNames() throws Exception {
        fixture.usernames = Optional.of(names);
        fixture.waldur.setOption(fixture.offering, "username_generation_policy", "waldur_username");
        UUID anna = newcomer();

        fixture.run(cluster);

        assertThat(fixture.user(anna).state()).isEqualTo("Requested");
        assertThat(fixture.writes()).isEmpty();
    }

    @Test
    void withoutPermissionNobodyIsNamedButMembersAreSynced() throws Exception {
        fixture.usernames = Optional.of(names);
        fixture.waldur.setOption(fixture.offering, "username_generation_policy", "service_provider");
        fixture.resource("1");
        cluster.add("1");
        fixture.member("bert");
        UUID anna = newcomer();

        fixture.run(cluster);

        assertThat(fixture.user(anna).state()).isEqualTo("Requested");
        assertThat(cluster.members.get("1")).containsExactly("bert");
    }

    @Test
    void namesThatTheBackendAssignedAreWrittenBackWhereThatIsEnabled() throws Exception {
        AssigningCluster assigning = new AssigningCluster();
        UUID anna = fixture.member("anna");
        assigning.assigned.put(anna, "a12345");

        fixture.run(assigning);
        assertThat(fixture.user(anna).username()).isEqualTo("anna");

        fixture.reconcileUsernames = true;
        fixture.run(assigning);
        assertThat(fixture.user(anna).username()).isEqualTo("a12345");
        fixture.run(assigning);
        assertThat(fixture.writes()).isEmpty();
    }

    @Test
    void namesThatWaldurFailsOnEveryTimeHideTheOthersForOneCycleOnly() throws Exception {
        AssigningCluster assigning = new AssigningCluster();
        List<UUID> users = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            users.add(fixture.member("user" + i));
            assigning.assigned.put(users.get(i), "a" + i);
        }
        fixture.waldur
                .faults()
                .on(request -> request.method().equals("PATCH")
                        && users.subList(0, 6).stream()
                                .anyMatch(user -> request.path().contains(Uuids.hex(user))))
                .always(Fault.answer(Response.text(503, "a fault of Waldur")));
        fixture.reconcileUsernames = true;
        MembershipCycle cycle = fixture.cycle(assigning);

        assertThat(fixture.run(cycle).problems()).hasSize(6).last().asString().contains("wait for the next cycle");
        fixture.run(cycle);

        assertThat(fixture.user(users.get(6)).username()).isEqualTo("a6");
        assertThat(fixture.user(users.get(7)).username()).isEqualTo("a7");
    }
}
