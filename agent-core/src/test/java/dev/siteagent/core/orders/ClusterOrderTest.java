package dev.siteagent.core.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.ApiKeySnapshot;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.People;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import dev.siteagent.spi.CommonSettings;
import dev.siteagent.spi.Secret;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Create and restore where the host chooses ids, and where resources have members, API keys and endpoints. */
class ClusterOrderTest {
    private final OrderFixture fixture = new OrderFixture();
    private final MemoryCluster cluster = new MemoryCluster();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void idIsPrefixAndSlugInLowerCase() throws Exception {
        fixture.common = settings("HPC_", false, 50);
        OrderSnapshot order = fixture.ordered();

        fixture.carryOut(cluster, order);

        assertThat(fixture.resource(order).backendId())
                .isEqualTo("hpc_" + fixture.resource(order).slug());
    }

    @Test
    void idThatBelongsToAnotherGetsASuffix() throws Exception {
        OrderSnapshot order = fixture.ordered();
        String slug = fixture.resource(order).slug();
        cluster.put(slug, UUID.randomUUID());
        cluster.put(slug + "-0", UUID.randomUUID());

        fixture.carryOut(cluster, order);

        assertThat(fixture.resource(order).backendId()).isEqualTo(slug + "-1");
    }

    @Test
    void projectSlugPolicyNamesByTheProject() throws Exception {
        fixture.waldur.setOption(fixture.offering, "account_name_generation_policy", "project_slug");
        OrderSnapshot first = fixture.ordered();
        OrderSnapshot second = fixture.ordered();

        fixture.carryOut(cluster, first);
        fixture.carryOut(cluster, second);

        String slug = fixture.waldur.people().projectSlug(fixture.project);
        assertThat(fixture.resource(first).backendId()).isEqualTo(slug);
        assertThat(fixture.resource(second).backendId()).isEqualTo(slug + "-0");
    }

    @Test
    void idThatWaldurKnowsFromThePastIsNotUsedAgain() throws Exception {
        fixture.common = settings("", true, 50);
        OrderSnapshot order = fixture.ordered();
        String slug = fixture.resource(order).slug();
        fixture.waldur.addResource(fixture.offering, fixture.project, NewOrder.named("old"), slug);

        fixture.carryOut(cluster, order);

        assertThat(fixture.resource(order).backendId()).isEqualTo(slug + "-0");
    }

    @Test
    void whenAllIdsAreTakenTheOrderFails() throws Exception {
        fixture.common = settings("", false, 1);
        OrderSnapshot order = fixture.ordered();
        String slug = fixture.resource(order).slug();
        cluster.put(slug, UUID.randomUUID());
        cluster.put(slug + "-0", UUID.randomUUID());

        assertThat(fixture.carryOut(cluster, order)).isInstanceOf(OrderResult.Erred.class);
        assertThat(fixture.order(order).errorMessage()).contains(slug, "backend_id_max_retries");
    }

    @Test
    void restoredResourceIsMadeAgainUnderItsOldId() throws Exception {
        UUID resource = fixture.existing(cluster, "old-id");
        fixture.carryOut(cluster, fixture.waldur.terminateOrder(resource));
        assertThat(cluster.machines).isEmpty();

        OrderResult result = fixture.carryOut(cluster, fixture.waldur.restoreOrder(resource, NewOrder.plain()));

        assertThat(result).isInstanceOf(OrderResult.Done.class);
        assertThat(cluster.machines).containsOnlyKeys("old-id");
        assertThat(fixture.waldur.resource(resource).state()).isEqualTo(ResourceSnapshot.State.OK);
    }

    @Test
    void endpointsAreShown() throws Exception {
        OrderSnapshot order = fixture.ordered();

        fixture.carryOut(cluster, order);

        assertThat(fixture.resource(order).endpoints()).singleElement().satisfies(endpoint -> assertThat(endpoint.url())
                .startsWith("ssh://login.example.com/"));
    }

    @Test
    void teamAndAccountsGetAccessAndClosedAccountsLoseIt() throws Exception {
        People people = fixture.waldur.people();
        person("alice", "al");
        UUID restricted = person("bob", "bo");
        people.restrictOfferingUser(restricted, true);
        person("carol", "");
        people.addServiceAccount(fixture.offering, fixture.project, "robot");
        people.addCourseAccount(fixture.offering, fixture.project, "course-1");
        people.addServiceAccount(fixture.offering, people.addProject("Other"), "stranger");
        people.closeAccount(fixture.offering, people.addServiceAccount(fixture.offering, fixture.project, "old-robot"));
        OrderSnapshot order = fixture.ordered();
        String slug = fixture.resource(order).slug();
        cluster.members.put(slug, new TreeSet<>(List.of("old-robot")));

        fixture.carryOut(cluster, order);

        assertThat(cluster.members.get(slug)).containsExactlyInAnyOrder("al", "robot", "course-1");
        assertThat(cluster.given.get("al").cuid()).contains("alice");
    }

    @Test
    void failureToAddMembersDoesNotFailTheOrder() throws Exception {
        fixture.waldur
                .faults()
                .on(Requests.path("/api/marketplace-provider-resources/{uuid}/team/"))
                .always(Fault.answer(Response.text(500, "broken")));
        OrderSnapshot order = fixture.ordered();

        assertThat(fixture.carryOut(cluster, order)).isInstanceOf(OrderResult.Done.class);
        assertThat(fixture.order(order).state()).isEqualTo(OrderSnapshot.State.DONE);
    }

    @Test
    void twoKeysAreMadeAndReported() throws Exception {
        OrderSnapshot order = fixture.ordered();

        fixture.carryOut(cluster, order);

        assertThat(fixture.waldur.apiKeys(order.resource()))
                .extracting(ApiKeySnapshot::clientId)
                .containsExactlyElementsOf(cluster.keys)
                .hasSize(2);
    }

    @Test
    void onlyTheShortfallOfKeysIsMadeAndResidueGoes() throws Exception {
        OrderSnapshot order = fixture.ordered(NewOrder.named("web").autoApproved());
        cluster.keys.addAll(List.of("known", "residue"));
        fixture.client.apiKeys().reportCreated(order.resource(), "known", Secret.of("s"));

        fixture.carryOut(cluster, order);

        assertThat(cluster.keys).hasSize(2).contains("known").doesNotContain("residue");
        assertThat(fixture.waldur.apiKeys(order.resource())).hasSize(2);
    }

    @Test
    void keysThatCannotBeMadeDoNotFailTheOrder() throws Exception {
        cluster.keysBroken = true;
        OrderSnapshot order = fixture.ordered();

        assertThat(fixture.carryOut(cluster, order)).isInstanceOf(OrderResult.Done.class);
        assertThat(fixture.waldur.apiKeys(order.resource())).isEmpty();
    }

    private UUID person(String username, String offeringUsername) {
        People people = fixture.waldur.people();
        UUID user = people.addUser(username, username, username + "@example.com");
        people.addMember(fixture.project, user, "PROJECT.MEMBER");
        return people.addOfferingUser(fixture.offering, user, offeringUsername);
    }

    private static CommonSettings settings(String prefix, boolean unique, int retries) {
        return new CommonSettings(unique, false, retries, false, prefix, "", "");
    }
}
