package dev.siteagent.core.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.waldur.Uuids;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Faults;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.People;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who gets access to resources, who loses it, and who keeps it. */
class MembersTest {
    private static final String USERS = "/api/marketplace-offering-users/";
    private static final String ACCOUNTS = ".*/list_project_service_accounts/";

    private final MembershipFixture fixture = new MembershipFixture();
    private final TestCluster cluster = new TestCluster();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void theMissingAreAddedAndTheStaleRemoved() throws Exception {
        fixture.resource("1");
        cluster.add("1", "anna", "gone");
        fixture.member("anna");
        fixture.member("bert");

        MembershipReport report = fixture.run(cluster);

        assertThat(cluster.members.get("1")).containsExactlyInAnyOrder("anna", "bert");
        assertThat(cluster.calls).containsExactly("add bert to 1", "remove gone from 1");
        assertThat(report.synced()).isEqualTo(1);
        assertThat(report.problems()).isEmpty();
    }

    @Test
    void membersComeWithRoleAddressAndExposedAttributes() throws Exception {
        fixture.resource("1");
        cluster.add("1");
        fixture.member("anna");

        fixture.run(cluster);

        Member anna = cluster.given.get("anna");
        assertThat(anna.role()).contains("PROJECT.MEMBER");
        assertThat(anna.email()).contains("anna@example.com");
        assertThat(anna.cuid()).contains("waldur-anna");
        assertThat(anna.attributes()).containsEntry("full_name", "Full anna");
    }

    @Test
    void whatTheOfferingMayNotSeeIsNotHandedOver() throws Exception {
        fixture.waldur.exposeUserAttributes(fixture.offering, List.of("username"));
        fixture.resource("1");
        cluster.add("1");
        fixture.member("anna");

        fixture.run(cluster);

        assertThat(cluster.given.get("anna").email()).isEmpty();
        assertThat(cluster.given.get("anna").attributes()).isEmpty();
    }

    @Test
    void thoseWhoAreThereAlreadyAreReconciled() throws Exception {
        fixture.resource("1");
        cluster.add("1", "anna");
        fixture.member("anna");
        fixture.member("bert");

        fixture.run(cluster);

        assertThat(cluster.reconciled).containsOnlyKeys("anna");
    }

    @Test
    void restrictedUserLosesAccess() throws Exception {
        fixture.resource("1");
        cluster.add("1", "anna");
        fixture.waldur.people().restrictOfferingUser(fixture.member("anna"), true);

        fixture.run(cluster);

        assertThat(cluster.members.get("1")).isEmpty();
    }

    @Test
    void userWhoseAccountIsNotInOrderKeepsWhatIsThereAndGetsNothing() throws Exception {
        fixture.resource("1");
        fixture.resource("2");
        cluster.add("1", "anna");
        cluster.add("2");
        UUID anna = fixture.member("anna");
        fixture.waldur.people().setOfferingUserState(anna, "Error creating");

        fixture.run(cluster);

        assertThat(cluster.members.get("1")).containsExactly("anna");
        assertThat(cluster.members.get("2")).isEmpty();
    }

    @Test
    void restrictedResourceHasNoMembersAndNoAccounts() throws Exception {
        UUID resource = fixture.resource("1");
        cluster.add("1", "anna", "robot", "stranger");
        fixture.member("anna");
        fixture.waldur.people().addServiceAccount(fixture.offering, fixture.project, "robot");
        fixture.waldur.setFlags(resource, false, false, true);

        fixture.run(cluster);

        assertThat(cluster.members.get("1")).isEmpty();
        cluster.calls.clear();
        fixture.run(cluster);
        assertThat(cluster.calls).isEmpty();
    }

    @Test
    void activeAccountsAreAddedOnceAndClosedOnesRemoved() throws Exception {
        People people = fixture.waldur.people();
        fixture.resource("1");
        cluster.add("1", "old-robot");
        people.addServiceAccount(fixture.offering, fixture.project, "robot");
        people.addCourseAccount(fixture.offering, fixture.project, "course");
        people.closeAccount(fixture.offering, people.addServiceAccount(fixture.offering, fixture.project, "old-robot"));

        fixture.run(cluster);

        assertThat(cluster.members.get("1")).containsExactlyInAnyOrder("robot", "course");
        cluster.calls.clear();
        fixture.run(cluster);
        assertThat(cluster.calls).isEmpty();
    }

    @Test
    void accountThatIsNeitherInUseNorClosedKeepsItsAccessAndGetsNone() throws Exception {
        People people = fixture.waldur.people();
        fixture.resource("1");
        fixture.resource("2");
        cluster.add("1", "erred", "pending", "odd");
        cluster.add("2");
        for (String name : List.of("erred", "pending")) {
            UUID account = people.addServiceAccount(fixture.offering, fixture.project, name);
            people.setAccountState(fixture.offering, account, name.equals("erred") ? "Erred" : "Pending");
        }
        people.setAccountState(
                fixture.offering, people.addCourseAccount(fixture.offering, fixture.project, "odd"), "Odd");

        fixture.run(cluster);

        assertThat(cluster.members.get("1")).containsExactlyInAnyOrder("erred", "pending", "odd");
        assertThat(cluster.members.get("2")).isEmpty();
    }

    @Test
    void listOfUsersThatLacksSomebodyIsReadAgain() throws Exception {
        manyUsersAndThen("zora");
        lastPageLacksOne(Times.ONCE, USERS);

        fixture.run(cluster);

        assertThat(cluster.members.get("1")).containsExactly("zora");
    }

    @Test
    void listOfUsersThatGoesOnLackingSomebodyCostsNobodyAccess() throws Exception {
        manyUsersAndThen("zora");
        lastPageLacksOne(Times.ALWAYS, USERS);

        fixture.run(cluster);

        assertThat(cluster.members.get("1")).containsExactlyInAnyOrder("zora", "stranger");
    }

    @Test
    void listOfAccountsThatLacksOneCostsNoAccountItsAccess() throws Exception {
        People people = fixture.waldur.people();
        UUID other = people.addProject("Other");
        for (int i = 0; i < 100; i++) {
            people.addServiceAccount(fixture.offering, other, "robot" + i);
        }
        people.addServiceAccount(fixture.offering, fixture.project, "last");
        fixture.resource("1");
        cluster.add("1", "last");
        lastPageLacksOne(Times.ALWAYS, ACCOUNTS);

        fixture.run(cluster);

        assertThat(cluster.members.get("1")).containsExactly("last");
    }

    private void manyUsersAndThen(String last) {
        People people = fixture.waldur.people();
        for (int i = 0; i < 100; i++) {
            UUID user = people.addUser("waldur-" + i, "User " + i, i + "@example.com");
            people.addOfferingUser(fixture.offering, user, "user" + i);
        }
        fixture.member(last);
        fixture.resource("1");
        cluster.add("1", last, "stranger");
    }

    private enum Times {
        ONCE,
        ALWAYS
    }

    /** Answers the second page of a list of 101 as if the entry on it had moved to the first one meanwhile. */
    private void lastPageLacksOne(Times times, String list) {
        Faults.Trigger trigger = fixture.waldur
                .faults()
                .on(request -> request.path().matches(list)
                        && request.query().all("page").contains("2"));
        Fault lacking = Fault.answer(Response.json(200, List.of()).with("X-Result-Count", "101"));
        if (times == Times.ONCE) {
            trigger.once(lacking);
        } else {
            trigger.always(lacking);
        }
    }

    @Test
    void accountsThatCannotBeReadCostNobodyAccess() throws Exception {
        fixture.resource("1");
        cluster.add("1", "anna", "robot", "left");
        fixture.member("anna");
        UUID left = fixture.member(fixture.waldur.people().addProject("Other"), "left");
        assertThat(left).isNotNull();
        fixture.refuse("/api/marketplace-provider-offerings/{uuid}/list_project_service_accounts/", 403);

        MembershipReport report = fixture.run(cluster);

        assertThat(cluster.members.get("1")).containsExactlyInAnyOrder("anna", "robot");
        assertThat(report.synced()).isEqualTo(1);
    }

    @Test
    void backendWithoutMembersCostsNoRequestForTeamsUsersOrAccounts() throws Exception {
        TestCloud cloud = new TestCloud();
        fixture.resource("1");
        cloud.add("1");
        fixture.member("anna");

        fixture.run(cloud);

        assertThat(fixture.reads(".*/team/|.*offering-users.*|.*accounts/|.*user-attribute-config/"))
                .isZero();
    }

    @Test
    void teamsCostOneRequestAProject() throws Exception {
        UUID other = fixture.waldur.people().addProject("Other");
        for (int i = 0; i < 5; i++) {
            fixture.resource("a" + i);
            fixture.resource(other, "b" + i);
            cluster.add("a" + i);
            cluster.add("b" + i);
        }
        fixture.member("anna");

        fixture.run(cluster);

        assertThat(fixture.reads(".*/team/")).isEqualTo(2);
        assertThat(cluster.members.get("a4")).containsExactly("anna");
        assertThat(cluster.members.get("b4")).isEmpty();
    }

    @Test
    void identityBridgeKnowsUsersByTheirWaldurNameAndNeedsNoAccount() throws Exception {
        cluster.traits = cluster.traits.withUserResolution(BackendTraits.UserResolution.IDENTITY_BRIDGE);
        People people = fixture.waldur.people();
        fixture.resource("1");
        cluster.add("1", "waldur-gone");
        fixture.member("anna");
        people.restrictOfferingUser(fixture.member("bert"), true);
        UUID newcomer = people.addUser("waldur-new", "New", "new@example.com");
        people.addMember(fixture.project, newcomer, "PROJECT.ADMIN");

        fixture.run(cluster);

        assertThat(cluster.members.get("1")).containsExactlyInAnyOrder("waldur-anna", "waldur-new");
        assertThat(cluster.given.get("waldur-new").role()).contains("PROJECT.ADMIN");
    }

    @Test
    void wholeTeamIsHandedOverWhereTheBackendComparesItself() throws Exception {
        cluster.traits = cluster.traits.withSkipTeamDiff(true);
        fixture.resource("1");
        cluster.add("1", "anna", "scoped");
        fixture.member("anna");
        fixture.member("bert");

        fixture.run(cluster);

        assertThat(cluster.calls).containsExactlyInAnyOrder("add anna to 1", "add bert to 1");
        assertThat(cluster.members.get("1")).contains("scoped");
    }

    @Test
    void sharedMembersStayAsLongAsOneResourceOfTheProjectIsOpen() throws Exception {
        cluster.traits = cluster.traits.withSharedProjectMembership(true);
        UUID restricted = fixture.resource("1");
        fixture.resource("2");
        cluster.add("1", "anna");
        cluster.add("2", "anna");
        fixture.member("anna");
        fixture.waldur.setFlags(restricted, false, false, true);

        fixture.run(cluster);

        assertThat(cluster.members.get("1")).containsExactly("anna");
        assertThat(cluster.members.get("2")).containsExactly("anna");
    }

    @Test
    void sharedMembersAreTheUnionOfThoseWhoConsentedToAnyOfferingOfTheProject() throws Exception {
        cluster.traits = cluster.traits.withSharedProjectMembership(true).withConsentedUsersOnly(true);
        People people = fixture.waldur.people();
        fixture.resource("1");
        cluster.add("1", "anna", "bert");
        people.setConsent(fixture.member("anna"), false);
        people.setConsent(fixture.member("bert"), false);
        UUID other = fixture.waldur.addOffering(NewOffering.ofMachines("Sibling"));
        fixture.waldur.addResource(other, fixture.project, NewOrder.named("sibling"), "s");
        people.addOfferingUser(other, fixture.userOf("anna"), "anna-there");

        fixture.run(cluster);

        assertThat(cluster.members.get("1")).containsExactly("anna");
    }

    @Test
    void memberWhoFailsIsAProblemAndStopsNobody() throws Exception {
        UUID resource = fixture.resource("1");
        cluster.add("1");
        fixture.member("anna");
        fixture.member("bert");
        cluster.failures.put("add anna", TestCloud.REFUSED);

        MembershipReport report = fixture.run(cluster);

        assertThat(cluster.members.get("1")).containsExactly("bert");
        assertThat(report.problems())
                .singleElement()
                .asString()
                .contains("anna")
                .contains("refused");
        assertThat(fixture.at(resource).state()).isEqualTo(ResourceSnapshot.State.OK);
    }

    @Test
    void membersThatCannotBeReadLeaveAllAsItIsButTheRestIsSynced() throws Exception {
        UUID resource = fixture.resource("1");
        cluster.add("1", "gone").limits = Map.of("cpu", 7L);
        fixture.member("anna");
        cluster.failures.put("members", TestCloud.BUSY);

        MembershipReport report = fixture.run(cluster);

        assertThat(cluster.members.get("1")).containsExactly("gone");
        assertThat(fixture.at(resource).limits()).containsEntry("cpu", 7L);
        assertThat(report.problems()).hasSize(1);
    }

    @Test
    void teamThatCannotBeReadCostsNobodyAccess() throws Exception {
        fixture.resource("1");
        cluster.add("1", "anna");
        fixture.refuse("/api/marketplace-provider-resources/{uuid}/team/", 403);

        MembershipReport report = fixture.run(cluster);

        assertThat(cluster.members.get("1")).containsExactly("anna");
        assertThat(report.problems()).singleElement().asString().contains("team");
    }

    @Test
    void teamsAreNotAskedForAnyMoreWhenWaldurCannotTellThreeInARow() throws Exception {
        for (int i = 0; i < 6; i++) {
            fixture.resource(fixture.waldur.people().addProject("P" + i), "" + i);
            cluster.add("" + i, "anna");
        }
        fixture.refuse("/api/marketplace-provider-resources/{uuid}/team/", 503);

        MembershipReport report = fixture.run(cluster);

        assertThat(report.problems()).hasSize(3);
        assertThat(report.synced()).isEqualTo(6);
        assertThat(cluster.members.values())
                .allSatisfy(members -> assertThat(members).containsExactly("anna"));
    }

    @Test
    void teamsThatWaldurCannotTellEveryTimeHideTheOthersForOneCycleOnly() throws Exception {
        List<UUID> resources = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            UUID of = fixture.waldur.people().addProject("P" + i);
            fixture.member(of, "user" + i);
            resources.add(fixture.resource(of, "" + i));
            cluster.add("" + i);
        }
        fixture.waldur
                .faults()
                .on(request -> request.path().endsWith("/team/")
                        && resources.subList(0, 3).stream()
                                .anyMatch(resource -> request.path().contains(Uuids.hex(resource))))
                .always(Fault.answer(Response.text(503, "a fault of Waldur")));
        MembershipCycle cycle = fixture.cycle(cluster);

        fixture.run(cycle);
        fixture.run(cycle);

        assertThat(cluster.members.get("6")).containsExactly("user6");
        assertThat(cluster.members.get("7")).containsExactly("user7");
    }

    @Test
    void emptyTeamThatWouldCostAccessIsAskedForAgain() throws Exception {
        cluster.traits = cluster.traits.withTeamFetch(3, Duration.ofMillis(1));
        fixture.resource("1");
        cluster.add("1", "anna");

        fixture.run(cluster);

        assertThat(fixture.reads(".*/team/")).isEqualTo(3);
        assertThat(cluster.members.get("1")).isEmpty();
    }

    @Test
    void grantsAreReportedWhereTheOfferingWantsThatAndOnlyWhenTheyDiffer() throws Exception {
        fixture.resource("1");
        cluster.add("1");
        cluster.grants.add(TestCluster.grant("anna", "resource", "synced"));
        cluster.grants.add(TestCluster.grant("anna", "project", "synced"));
        MembershipCycle cycle = fixture.cycle(cluster);

        fixture.run(cycle);
        assertThat(fixture.writes()).isEmpty();

        fixture.waldur.setOption(fixture.offering, "enable_membership_sync_status", true);
        fixture.run(cycle);
        assertThat(fixture.writes()).containsExactly("set_membership_sync_statuses");
        fixture.run(cycle);
        assertThat(fixture.writes()).isEmpty();

        cluster.grants.add(TestCluster.grant("bert", "resource", "missing_in_idp"));
        fixture.run(cycle);
        assertThat(fixture.writes()).containsExactly("set_membership_sync_statuses");
    }

    @Test
    void limitsOfUsersGoToTheBackendInItsUnitsWhereTheyDiffer() throws Exception {
        fixture.component("cpu", 60);
        UUID resource = fixture.resource("1");
        cluster.add("1", "anna");
        fixture.member("anna");
        fixture.member("bert");
        fixture.userLimit(resource, "anna", "5.00");
        fixture.userLimit(resource, "bert", "2");
        fixture.userLimit(resource, "stranger", "9");
        cluster.userLimits.put("1/anna", Map.of("cpu", 300L));

        fixture.run(cluster);

        assertThat(cluster.calls).contains("limit bert on 1").noneMatch(call -> call.startsWith("limit anna"));
        assertThat(cluster.userLimits.get("1/bert")).containsEntry("cpu", 120L);
        assertThat(cluster.userLimits).doesNotContainKey("1/stranger");
        assertThat(fixture.reads("/api/component-user-usage-limits/")).isEqualTo(1);
    }

    @Test
    void memberOfTheProjectWhoIsUnknownAtTheOfferingGetsNothing() throws Exception {
        fixture.resource("1");
        cluster.add("1");
        UUID user = fixture.waldur.people().addUser("nobody", "No Body", "nobody@example.com");
        fixture.waldur.people().addMember(fixture.project, user, "PROJECT.MEMBER");

        fixture.run(cluster);

        assertThat(cluster.members.get("1")).isEmpty();
        assertThat(Optional.ofNullable(cluster.given.get("nobody"))).isEmpty();
    }
}
