package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.Member;
import dev.siteagent.spi.Resource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contracts of members and their grants find what is wrong, and nothing that is right. */
class TeamContractsTest {
    @ParameterizedTest
    @ValueSource(classes = {Team.class, Existing.class, Report.class})
    void goodBackendPasses(Class<?> contract) {
        assertThat(Broken.rules(contract)).isEmpty();
    }

    @Test
    void changeThatIsNotTakenOverIsFound() {
        assertThat(Broken.rules(Idle.class)).containsOnlyKeys("changeOfAMemberIsTakenOverInWhateverProcess");
    }

    @Test
    void reconcilingThatDropsTheOthersIsFound() {
        assertThat(Broken.rules(Dropping.class))
                .containsOnlyKeys("memberWhoIsNotNamedStaysAsHeIs", "nobodyComesOrGoes");
    }

    @Test
    void grantThatIsToldTwiceIsFound() {
        assertThat(Broken.rules(Stammering.class)).containsOnlyKeys("noGrantIsToldTwice");
    }

    @Test
    void scopeInWordsOfTheBackendIsFound() {
        assertThat(Broken.rules(Foreign.class).get("scopesAreInWaldursWords")).contains("Waldur's word");
    }

    @Test
    void grantsOfAllResourcesAreFound() {
        assertThat(Broken.rules(Everyones.class)).containsOnlyKeys("grantsOfOneResourceAreNotThoseOfAnother");
    }

    static class Team extends MembersBackendContract {
        @Override
        protected BackendFixture fixture() {
            Map<UUID, Map<String, String>> teams = new ConcurrentHashMap<>();
            return new FakeCloud(cloud -> new FakeTeam(cloud, teams));
        }
    }

    static class Existing extends ExistingMembersBackendContract {
        final Map<UUID, Map<String, String>> teams = new ConcurrentHashMap<>();

        FakeTeam backend(FakeCloud cloud) {
            return new FakeTeam(cloud, teams);
        }

        @Override
        protected BackendFixture fixture() {
            return new FakeCloud(this::backend);
        }

        @Override
        protected Member someone() {
            return Member.of("ada");
        }

        @Override
        protected Member someoneChanged() {
            return new Member("ada", Optional.of("PROJECT.ADMIN"), Optional.empty(), Optional.empty(), Map.of());
        }

        @Override
        protected Optional<String> onTheCloud(Resource resource, String username) {
            return Optional.ofNullable(teams.get(resource.uuid()).get(username));
        }
    }

    static class Report extends MembershipReportBackendContract {
        final Map<UUID, Map<String, String>> teams = new ConcurrentHashMap<>();

        FakeTeam backend(FakeCloud cloud) {
            return new FakeTeam(cloud, teams);
        }

        @Override
        protected BackendFixture fixture() {
            return new FakeCloud(this::backend);
        }
    }

    static class Idle extends Existing {
        @Override
        FakeTeam backend(FakeCloud cloud) {
            return new FakeTeam(cloud, teams) {
                @Override
                public void reconcileExisting(Resource resource, Collection<Member> existing) {}
            };
        }
    }

    static class Dropping extends Existing {
        @Override
        FakeTeam backend(FakeCloud cloud) {
            return new FakeTeam(cloud, teams) {
                @Override
                public void reconcileExisting(Resource resource, Collection<Member> existing) {
                    super.reconcileExisting(resource, existing);
                    team(resource)
                            .keySet()
                            .retainAll(existing.stream().map(Member::username).toList());
                }
            };
        }
    }

    static class Stammering extends Report {
        @Override
        FakeTeam backend(FakeCloud cloud) {
            return new FakeTeam(cloud, teams) {
                @Override
                public List<Grant> membershipReport(Resource resource) {
                    List<Grant> grants = super.membershipReport(resource);
                    grants.addAll(List.copyOf(grants));
                    return grants;
                }
            };
        }
    }

    static class Foreign extends Report {
        @Override
        FakeTeam backend(FakeCloud cloud) {
            return new FakeTeam(cloud, teams) {
                @Override
                public List<Grant> membershipReport(Resource resource) {
                    return super.membershipReport(resource).stream()
                            .map(grant -> new Grant(
                                    grant.username(), "namespace", Optional.empty(), grant.roleName(), "synced", ""))
                            .toList();
                }
            };
        }
    }

    static class Everyones extends Report {
        @Override
        FakeTeam backend(FakeCloud cloud) {
            return new FakeTeam(cloud, teams) {
                @Override
                public List<Grant> membershipReport(Resource resource) {
                    return teams.values().stream()
                            .flatMap(team -> team.keySet().stream())
                            .map(username ->
                                    new Grant(username, "resource", Optional.empty(), "PROJECT.MEMBER", "synced", ""))
                            .toList();
                }
            };
        }
    }
}
