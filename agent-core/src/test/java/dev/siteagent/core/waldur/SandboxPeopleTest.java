package dev.siteagent.core.waldur;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.waldur.Access;
import dev.siteagent.sandbox.waldur.AgentSnapshot;
import dev.siteagent.sandbox.waldur.ApiKeySnapshot;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.spi.Secret;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The client and the simulated Waldur: users, their names and keys, and who may do what. */
class SandboxPeopleTest extends ClientAgainstSandbox {
    @Test
    void teamUsersKeysAndAccountsGiveTheContextOfAnOrder() throws Exception {
        UUID user = waldur.people().addUser("cuid-1", "Ada L", "ada@example.com");
        waldur.people().addMember(project, user, "PROJECT.MANAGER");
        waldur.people().addOfferingUser(offering, user, "ada");
        UUID key = waldur.people().addSshKey("laptop", "ssh-ed25519 AAAA ada");
        UUID account = waldur.people().addServiceAccount(offering, project, "svc-1");
        waldur.people().addCourseAccount(offering, project, "course-1");
        waldur.people().closeAccount(offering, account);
        UUID resource = waldur.addResource(offering, project, NewOrder.named("a"), "17");

        assertThat(client.resources().team(resource, false)).singleElement().satisfies(member -> {
            assertThat(member.uuid()).isEqualTo(user);
            assertThat(member.role()).isEqualTo("PROJECT.MANAGER");
            assertThat(member.offeringUserUsername()).isEqualTo("ada");
            assertThat(member.offeringUserState()).isEqualTo(OfferingUserState.OK);
            assertThat(member.toString()).doesNotContain("Ada").doesNotContain("example.com");
        });
        assertThat(client.offeringUsers()
                        .list(offering, List.of(OfferingUserState.OK), false, List.of("user_email"))
                        .items())
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.username()).isEqualTo("ada");
                    assertThat(found.attributes()).isEqualTo(Map.of("user_email", "ada@example.com"));
                });
        UUID provider = client.serviceProviders()
                .ofCustomer(client.offerings().get(offering).customerUuid())
                .orElseThrow();
        assertThat(client.serviceProviders().keys(provider)).isEqualTo(Map.of(key, "ssh-ed25519 AAAA ada"));
        assertThat(client.offerings().listProjectServiceAccounts(offering).items())
                .extracting(ProjectAccount::state)
                .containsExactly(ProjectAccount.State.CLOSED);
        assertThat(client.offerings().listCourseAccounts(offering).items())
                .extracting(ProjectAccount::username)
                .containsExactly("course-1");
        assertThat(client.offerings().exposedUserAttributes(offering)).contains("email");
        assertThat(client.projects().listBySlug("climate-model"))
                .extracting(WaldurProject::uuid)
                .containsExactly(project);
        assertThat(client.serviceProviders().projects(provider)).hasSize(1);
    }

    @Test
    void agentRegistersOnceAndUpdatesItself() throws Exception {
        String name = "agent-2c0bb6a3b4a94f3e9d3f6c1a5f4b7e10";
        AgentIdentity.Description description = AgentIdentity.Description.of(
                offering,
                name,
                "1.0",
                List.of(new AgentIdentity.Dependency("digitalocean", "0.1")),
                Instant.parse("2026-03-01T12:00:00Z"));
        AgentIdentities identities = client.identities();

        assertThat(identities.find(name)).isEmpty();
        UUID identity = identities.create(description).uuid();
        assertThat(refusal(() -> identities.create(description)).reason()).contains("unique set");
        assertThat(identities.find(name).orElseThrow().uuid()).isEqualTo(identity);
        identities.update(identity, description);
        UUID service = identities.registerService(identity, "order-process", "order_process");
        assertThat(identities.registerService(identity, "order-process", "order_process"))
                .isEqualTo(service);
        UUID processor = identities.registerProcessor(service, "orders", "digitalocean", "0.1");
        assertThat(identities.registerProcessor(service, "orders", "digitalocean", "0.2"))
                .isEqualTo(processor);
        identities.setStatistics(service, Map.of("orders", 1));

        AgentSnapshot agent = waldur.agents().get(0);
        assertThat(agent.described().path("config_file_path").asText("none")).isEmpty();
        assertThat(agent.described()
                        .path("dependencies")
                        .path(0)
                        .path("package")
                        .asText())
                .isEqualTo("digitalocean");
        assertThat(agent.services()).singleElement().satisfies(registered -> assertThat(registered.processors())
                .containsExactly("orders"));
    }

    @Test
    void apiKeysAreReportedListedAndMarked() throws Exception {
        UUID resource = waldur.addResource(offering, project, NewOrder.named("a"), "17");
        ResourceApiKeys keys = client.apiKeys();

        UUID first = keys.reportCreated(resource, "key-1", Secret.of("sk-1")).uuid();
        keys.reportCreated(resource, "key-2", Secret.of("sk-2"));
        keys.setErred(first, "backend refused");

        Listing<ResourceApiKey> listed = keys.listOfResource(resource);
        assertThat(listed.complete()).isTrue();
        assertThat(listed.items())
                .extracting(ResourceApiKey::state)
                .containsExactly(ResourceApiKey.State.ERRED, ResourceApiKey.State.OK);
        keys.setKey(first, "key-1", Secret.of("sk-3"));
        assertThat(waldur.apiKeys(resource)).extracting(ApiKeySnapshot::secret).containsExactly("sk-3", "sk-2");
        assertThat(keys.listOfOffering(
                                offering,
                                ResourceApiKey.State.UPDATING,
                                Clock.systemUTC().instant())
                        .items())
                .isEmpty();
        assertThat(waldur.apiKeys(resource).toString()).doesNotContain("sk-");
    }

    @Test
    void usernamesAreMadeThroughTheStatesOfTheUser() throws Exception {
        UUID user = waldur.people().addUser("cuid-1", "Ada L", "ada@example.com");
        UUID offeringUser = waldur.people().addOfferingUser(offering, user, "");
        OfferingUsers users = client.offeringUsers();

        assertThat(users.get(offeringUser).state()).isEqualTo(OfferingUserState.REQUESTED);
        users.beginCreating(offeringUser);
        users.setPendingAccountLinking(offeringUser, "Link your account", "https://link.example.com/");
        assertThat(refusal(() -> users.beginCreating(offeringUser)).wrongState())
                .isTrue();
        users.setPendingAdditionalValidation(offeringUser, "Wait", "");
        users.setErrorCreating(offeringUser);
        users.beginCreating(offeringUser);
        users.setUsername(offeringUser, "ada");

        assertThat(waldur.people().offeringUser(offeringUser).state()).isEqualTo("OK");
        assertThat(waldur.people().offeringUser(offeringUser).username()).isEqualTo("ada");
    }

    @Test
    void whoMayNotIsToldSo() throws Exception {
        UUID order = waldur.createOrder(offering, project, NewOrder.named("vm")).uuid();

        waldur.setAccess(offering, Access.READ_ONLY);
        assertThat(refusal(() -> client.orders().approveByProvider(order)).status())
                .isEqualTo(403);
        waldur.setAccess(offering, Access.NONE);
        assertThat(refusal(() -> client.orders().get(order)).notFound()).isTrue();
        assertThat(client.orders().list(offering, List.of(OrderState.PENDING_PROVIDER)))
                .isEmpty();
        WaldurClient stranger = client(new WaldurCredentials.Token(Secret.of("wrong")));
        assertThat(refusal(stranger::me).status()).isEqualTo(401);
        assertThat(client.me().username()).isEqualTo("site-agent");
    }

    @Test
    void inputThatDoesNotValidateIsRefusedFieldByField() throws Exception {
        UUID resource = waldur.addResource(offering, project, NewOrder.named("a"), "17");

        assertThat(refusal(() -> client.resources().setLimits(resource, Map.of("cpu", 1.5)))
                        .reason())
                .isEqualTo("limits.cpu: A valid integer is required.");
        assertThat(refusal(() -> client.resources().setEndpoints(resource, List.of(new Endpoint("web", "not a url"))))
                        .reason())
                .isEqualTo("url: Enter a valid URL.");
        assertThat(refusal(() -> client.resources().setBackendId(resource, "x".repeat(256)))
                        .reason())
                .contains("no more than 255 characters");
    }

    @Test
    void oidcTokenOpensTheSameDoors() throws Exception {
        WaldurClient oidc = client(new WaldurCredentials.Oidc(
                URI.create(waldur.oidcTokenUrl()), waldur.oidcClientId(), Secret.of(waldur.oidcClientSecret())));

        assertThat(oidc.version()).isEqualTo("8.1.3");
        waldur.expireOidcTokens();
        assertThat(oidc.version()).isEqualTo("8.1.3");
    }
}
