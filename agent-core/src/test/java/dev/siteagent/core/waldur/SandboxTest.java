package dev.siteagent.core.waldur;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.waldur.Access;
import dev.siteagent.sandbox.waldur.AgentSnapshot;
import dev.siteagent.sandbox.waldur.ApiKeySnapshot;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import dev.siteagent.sandbox.waldur.WaldurContract;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import dev.siteagent.spi.Secret;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The client against the simulated Waldur: each test also checks its requests against Waldur's own description. */
class SandboxTest {
    private final WaldurSandbox waldur = WaldurSandbox.start();
    private final UUID offering = waldur.addOffering(NewOffering.ofMachines("DigitalOcean VM"));
    private final UUID project = waldur.people().addProject("Climate Model");
    private final WaldurClient client = client(new WaldurCredentials.Token(Secret.of(waldur.token())));

    private WaldurClient client(WaldurCredentials credentials) {
        return WaldurClient.builder(WaldurConnection.to(waldur.apiUrl(), credentials, "waldur-site-agent-test/1"))
                .sleeper(pause -> {})
                .build();
    }

    @AfterEach
    void requestsKeepToTheContract() {
        Optional<WaldurContract> contract = WaldurContract.find();
        List<String> violations =
                contract.map(found -> found.violations(waldur.requests().all())).orElse(List.of());
        waldur.close();
        assertThat(violations).isEmpty();
        assertThat(waldur.failures()).isEmpty();
        if (contract.isEmpty()) {
            System.out.println("Requests are not checked: there is no shared/contracts beside the repository.");
        }
    }

    @Test
    void createOrderIsCarriedThroughToDone() throws Exception {
        UUID plan = waldur.addPlan(offering, "Small", Map.of("cpu", 1L));
        OrderSnapshot placed = waldur.createOrder(
                offering,
                project,
                NewOrder.named("My VM")
                        .attribute("image", "ubuntu")
                        .limit("cpu", 2)
                        .plan(plan));
        Orders orders = client.orders();

        List<WaldurOrder> pending = orders.list(offering, List.of(OrderState.PENDING_PROVIDER, OrderState.EXECUTING));
        assertThat(pending).extracting(WaldurOrder::uuid).containsExactly(placed.uuid());
        WaldurOrder order = pending.get(0);
        assertThat(order.type()).isEqualTo(OrderType.CREATE);
        assertThat(order.limits()).isEqualTo(Map.of("cpu", new BigDecimal(2)));
        assertThat(order.attributes()).isEqualTo(Map.of("image", "ubuntu"));
        assertThat(order.planUuid()).isEqualTo(plan);
        assertThat(order.projectSlug()).isEqualTo("climate-model");

        orders.approveByProvider(order.uuid());
        assertThat(orders.get(order.uuid()).state()).isEqualTo(OrderState.EXECUTING);
        UUID resource = order.marketplaceResourceUuid();
        client.resources().setBackendId(resource, "3164494");
        client.resources().setLimits(resource, Map.of("cpu", 2, "ram", 4096));
        client.resources().setBackendMetadata(resource, Map.of("ip_v4", "203.0.113.7"));
        client.resources().setEndpoints(resource, List.of(new Endpoint("ssh", "ssh://203.0.113.7")));
        orders.setBackendId(order.uuid(), "{\"droplet\": 3164494}");
        orders.setStateDone(order.uuid());

        assertThat(waldur.waitFor(placed.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(1))
                        .backendId())
                .isEqualTo("{\"droplet\": 3164494}");
        ResourceSnapshot made = waldur.resource(resource);
        assertThat(made.state()).isEqualTo(ResourceSnapshot.State.OK);
        assertThat(made.backendId()).isEqualTo("3164494");
        assertThat(made.limits()).isEqualTo(Map.of("cpu", 2L, "ram", 4096L));
        assertThat(made.backendMetadata().path("ip_v4").asText()).isEqualTo("203.0.113.7");
        assertThat(made.endpoints()).containsExactly(new ResourceSnapshot.Endpoint("ssh", "ssh://203.0.113.7"));
        WaldurResource read = client.resources().get(resource);
        assertThat(read.state()).isEqualTo(ResourceState.OK);
        assertThat(read.slug()).isEqualTo("my-vm");
        assertThat(read.endpoints()).containsExactly(new Endpoint("ssh", "ssh://203.0.113.7"));
        assertThat(client.plans().get(plan).quotas()).isEqualTo(Map.of("cpu", BigDecimal.ONE));
    }

    @Test
    void updateOrderChangesLimitsAndPlanOnceDone() throws Exception {
        UUID plan = waldur.addPlan(offering, "Large", Map.of("cpu", 8L));
        UUID resource =
                waldur.addResource(offering, project, NewOrder.named("vm").limit("cpu", 1), "17");
        UUID order = waldur.updateOrder(
                        resource, NewOrder.plain().limit("cpu", 4).plan(plan))
                .uuid();

        client.orders().approveByProvider(order);
        assertThat(client.resources().get(resource).state()).isEqualTo(ResourceState.UPDATING);
        assertThat(client.orders().get(order).newPlanUuid()).isEqualTo(plan);
        client.orders().setStateDone(order);

        assertThat(waldur.resource(resource).limits()).isEqualTo(Map.of("cpu", 4L));
        assertThat(waldur.resource(resource).plan()).isEqualTo(plan);
        assertThat(waldur.resource(resource).state()).isEqualTo(ResourceSnapshot.State.OK);
    }

    @Test
    void terminateOrderEndsTheResourceOnceDoneAndLeavesItWhenErred() throws Exception {
        UUID resource = waldur.addResource(offering, project, NewOrder.named("vm"), "17");
        UUID first = waldur.terminateOrder(resource).uuid();
        client.orders().approveByProvider(first);
        assertThat(client.resources().get(resource).state()).isEqualTo(ResourceState.TERMINATING);
        client.orders().setStateErred(first, "droplet 17 is locked", "trace");

        assertThat(waldur.order(first).errorMessage()).isEqualTo("droplet 17 is locked");
        assertThat(waldur.resource(resource).state()).isEqualTo(ResourceSnapshot.State.OK);
        waldur.retryOrder(first);
        assertThat(client.orders().state(first)).isEqualTo(OrderState.EXECUTING);
        client.orders().setStateDone(first);
        assertThat(waldur.resource(resource).state()).isEqualTo(ResourceSnapshot.State.TERMINATED);
    }

    @Test
    void stepsThatTheStateDoesNotAllowAreRefused() throws Exception {
        UUID order = waldur.createOrder(offering, project, NewOrder.named("vm")).uuid();
        Orders orders = client.orders();

        assertThat(refusal(() -> orders.setStateDone(order)).wrongState()).isTrue();
        assertThat(refusal(() -> orders.setStateErred(order, "m", "t")).wrongState())
                .isTrue();
        orders.approveByProvider(order);
        assertThat(refusal(() -> orders.approveByProvider(order)).reason())
                .isEqualTo("Valid states for operation: pending-provider.");
        waldur.cancelOrder(order);
        assertThat(refusal(() -> orders.setStateDone(order)).afterLostAnswer()).isFalse();
        assertThat(waldur.resource(waldur.order(order).resource()).state())
                .isEqualTo(ResourceSnapshot.State.TERMINATED);
    }

    @Test
    void rejectedOrderKeepsTheReason() throws Exception {
        UUID order = waldur.createOrder(offering, project, NewOrder.named("vm")).uuid();

        client.orders().rejectByProvider(order, "out of capacity");

        assertThat(waldur.order(order).state()).isEqualTo(OrderSnapshot.State.REJECTED);
        assertThat(waldur.order(order).rejectionComment()).isEqualTo("out of capacity");
    }

    @Test
    void lostAnswerOfCompletionIsToldApartFromARealRefusal() throws Exception {
        UUID order = waldur.createOrder(offering, project, NewOrder.named("vm").autoApproved())
                .uuid();
        waldur.faults()
                .on(Requests.path("/api/marketplace-orders/{uuid}/set_state_done/"))
                .once(Fault.answerLost());

        WaldurRejectedException refusal = refusal(() -> client.orders().setStateDone(order));

        assertThat(refusal.afterLostAnswer()).isTrue();
        assertThat(client.orders().state(order)).isEqualTo(OrderState.DONE);
    }

    @Test
    void manyOrdersComeInPagesWithoutOneLostOrTwice() throws Exception {
        for (int i = 0; i < 250; i++) {
            waldur.createOrder(offering, project, NewOrder.named("vm " + i));
        }
        UUID other = waldur.addOffering(NewOffering.named("Other"));
        waldur.createOrder(other, project, NewOrder.named("not mine"));

        List<WaldurOrder> orders = client.orders().list(offering, List.of(OrderState.PENDING_PROVIDER));
        Map<UUID, OrderState> states = client.orders().states(offering, List.of(OrderState.PENDING_PROVIDER));

        assertThat(orders).hasSize(250);
        assertThat(Set.copyOf(orders.stream().map(WaldurOrder::uuid).toList())).hasSize(250);
        assertThat(states).hasSize(250).containsValue(OrderState.PENDING_PROVIDER);
        assertThat(waldur.requests().count(Requests.path("/api/marketplace-orders/")))
                .isEqualTo(6);
    }

    @Test
    void resourcesAreListedByStateProjectAndBackendId() throws Exception {
        UUID there = waldur.addResource(offering, project, NewOrder.named("a"), "17");
        UUID elsewhere = waldur.addResource(offering, waldur.people().addProject("Other"), NewOrder.named("b"), "18");
        waldur.createOrder(offering, project, NewOrder.named("c"));
        ProviderResources resources = client.resources();

        assertThat(resources.list(offering, List.of(ResourceState.OK, ResourceState.ERRED)))
                .extracting(WaldurResource::uuid)
                .containsExactly(there, elsewhere);
        assertThat(resources.listOfProject(offering, List.of(ResourceState.OK), project))
                .extracting(WaldurResource::uuid)
                .containsExactly(there);
        assertThat(resources.listByBackendId(offering, "18"))
                .extracting(WaldurResource::uuid)
                .containsExactly(elsewhere);
    }

    @Test
    void offeringTellsComponentsAndOptions() throws Exception {
        waldur.setOption(offering, "account_name_generation_policy", "project_slug");

        WaldurOffering read = client.offerings().get(offering);

        assertThat(read.name()).isEqualTo("DigitalOcean VM");
        assertThat(read.components()).extracting(OfferingComponent::type).containsExactly("cpu", "ram", "disk");
        assertThat(read.components()).extracting(OfferingComponent::billingType).containsOnly(BillingType.LIMIT);
        assertThat(read.pluginOptions().namesFollowProject()).isTrue();
        assertThat(read.pluginOptions().providerMakesUsernames()).isFalse();
    }

    @Test
    void backendIdInUseIsNotUnique() throws Exception {
        waldur.addResource(offering, project, NewOrder.named("a"), "alloc-1");
        UUID other = waldur.addOffering(NewOffering.named("Other"));

        assertThat(client.offerings().isUniqueBackendId(offering, "alloc-1", false))
                .isFalse();
        assertThat(client.offerings().isUniqueBackendId(offering, "alloc-2", false))
                .isTrue();
        assertThat(client.offerings().isUniqueBackendId(other, "alloc-1", false))
                .isTrue();
        assertThat(client.offerings().isUniqueBackendId(other, "alloc-1", true)).isFalse();
    }

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
    void usageIsReportedReplacedAndListedInTotalAndByUser() throws Exception {
        UUID resource = waldur.addResource(offering, project, NewOrder.named("a"), "17");
        LocalDate month = LocalDate.now(ZoneOffset.UTC).withDayOfMonth(1);
        ComponentUsages usages = client.usages();

        usages.setUsage(resource, null, Map.of("cpu", new BigDecimal("1.25"), "ram", new BigDecimal("7")));
        usages.setUsage(resource, Instant.now(), Map.of("cpu", new BigDecimal("2.5")));
        List<ComponentUsage> listed = usages.ofResource(resource, month);
        ComponentUsage cpu = listed.stream()
                .filter(usage -> usage.type().equals("cpu"))
                .findFirst()
                .orElseThrow();
        usages.setUserUsages(
                cpu.uuid(), Instant.now(), Map.of("ada", new BigDecimal("1.5"), "bob", BigDecimal.ONE), Map.of());

        assertThat(listed).hasSize(2);
        assertThat(cpu.usage()).isEqualByComparingTo("2.5");
        assertThat(usages.ofOffering(offering, month)).hasSize(2);
        assertThat(usages.ofResource(resource, month.minusMonths(1))).isEmpty();
        assertThat(usages.userUsages(resource, month))
                .extracting(UserUsage::username)
                .containsExactlyInAnyOrder("ada", "bob");
        assertThat(usages.userUsages(resource, month))
                .allSatisfy(part -> assertThat(part.componentUsageUuid()).contains(cpu.uuid()));
        assertThat(waldur.usages(resource))
                .filteredOn(usage -> usage.component().equals("cpu"))
                .singleElement()
                .satisfies(usage -> assertThat(usage.writes()).isEqualTo(2));
    }

    @Test
    void usageThatWaldurDoesNotTakeIsRefused() throws Exception {
        UUID metered = waldur.addOffering(
                NewOffering.named("Metered").component("hours", "usage", "h").component("setup", "one", "x"));
        UUID resource = waldur.addResource(metered, project, NewOrder.named("a"), "17");
        UUID creating =
                waldur.createOrder(metered, project, NewOrder.named("b")).resource();
        Instant lastMonth = Instant.now().minus(Duration.ofDays(32));
        ComponentUsages usages = client.usages();

        assertThat(refusal(() -> usages.setUsage(resource, null, Map.of("setup", BigDecimal.ONE)))
                        .reason())
                .isEqualTo("These components are invalid: setup.");
        assertThat(refusal(() -> usages.setUsage(creating, null, Map.of("hours", BigDecimal.ONE)))
                        .reason())
                .contains("not in valid state");
        assertThat(refusal(() -> usages.setUsage(resource, null, Map.of("hours", new BigDecimal("1.005"))))
                        .reason())
                .contains("2 decimal places");
        assertThat(refusal(() -> usages.setUsage(resource, lastMonth, Map.of("hours", BigDecimal.ONE)))
                        .reason())
                .contains("backfilling past billing periods");
        waldur.allowBackfill(true);
        usages.setUsage(resource, lastMonth, Map.of("hours", BigDecimal.ONE));
    }

    @Test
    void usersLimitsComeInOneListForTheOffering() throws Exception {
        UUID resource = waldur.addResource(offering, project, NewOrder.named("a"), "17");
        waldur.setUserLimit(resource, "cpu", "ada", new BigDecimal("10"));
        waldur.setUserLimit(resource, "cpu", "bob", new BigDecimal("5"));
        waldur.setUserLimit(resource, "cpu", "bob", null);

        assertThat(client.usages().userLimitsOfOffering(offering))
                .singleElement()
                .satisfies(limit -> {
                    assertThat(limit.user()).isEqualTo("ada");
                    assertThat(limit.limit()).isEqualByComparingTo("10");
                    assertThat(limit.resourceUuid()).contains(resource);
                });
        assertThat(client.usages().userLimitsOfResource(resource)).hasSize(1);
    }

    @Test
    void importRequestIsProcessedOnce() throws Exception {
        UUID request = waldur.requestImport(offering);
        ImportRequests imports = client.importRequests();
        ImportRequests.BackendResource found = new ImportRequests.BackendResource(
                null, "old-vm", project, offering, "99", Map.of("limits", Map.of("cpu", 2)));

        assertThat(imports.get(request).state()).isEqualTo(ImportRequests.State.SENT);
        imports.startProcessing(request);
        assertThat(refusal(() -> imports.startProcessing(request)).wrongState()).isTrue();
        imports.submit(found);
        assertThat(refusal(() -> imports.submit(found)).status()).isEqualTo(400);
        imports.setDone(request);

        assertThat(imports.submitted(offering))
                .extracting(ImportRequests.BackendResource::backendId)
                .containsExactly("99");
        assertThat(waldur.importRequest(request).state()).isEqualTo("Done");
        UUID failing = waldur.requestImport(offering);
        imports.setErred(failing, "backend is down", "");
        assertThat(waldur.importRequest(failing).errorMessage()).isEqualTo("backend is down");
    }

    @Test
    void resourceIsMarkedPausedSynchronisedErredAndOkAgain() throws Exception {
        UUID resource = waldur.addResource(offering, project, NewOrder.named("a"), "17");
        waldur.setFlags(resource, true, false, true);
        ProviderResources resources = client.resources();

        resources.refreshLastSync(resource);
        resources.setAsErred(resource, "droplet is gone", "");
        resources.setMembershipSyncStatuses(
                resource,
                List.of(new MemberSyncStatus(
                        MemberSyncStatus.Scope.RESOURCE,
                        "admin",
                        MemberSyncStatus.State.SYNCED,
                        "ada",
                        null,
                        null,
                        null)));
        WaldurResource read = resources.get(resource);
        resources.setAsOk(resource);

        assertThat(read.state()).isEqualTo(ResourceState.ERRED);
        assertThat(read.errorMessage()).isEqualTo("droplet is gone");
        assertThat(read.paused()).isTrue();
        assertThat(read.restrictMemberAccess()).isTrue();
        assertThat(read.lastSync()).isNotNull();
        assertThat(waldur.resource(resource).state()).isEqualTo(ResourceSnapshot.State.OK);
    }

    @Test
    void componentsAreCreatedAndUpdated() throws Exception {
        UUID bare = waldur.addOffering(NewOffering.named("Bare"));
        OfferingComponent disk = component(null, "Disk");

        client.offerings().createComponent(bare, disk);
        assertThat(refusal(() -> client.offerings().createComponent(bare, disk)).status())
                .isEqualTo(400);
        OfferingComponent made = client.offerings().get(bare).components().get(0);
        client.offerings().updateComponent(bare, component(made.uuid(), "SSD"));

        assertThat(client.offerings().get(bare).components()).singleElement().satisfies(component -> {
            assertThat(component.uuid()).isEqualTo(made.uuid());
            assertThat(component.name()).isEqualTo("SSD");
            assertThat(component.unitFactor()).isEqualByComparingTo("1024");
            assertThat(component.limitPeriod()).isEqualTo(LimitPeriod.MONTH);
        });
    }

    private static OfferingComponent component(UUID uuid, String name) {
        return new OfferingComponent(
                uuid,
                "disk",
                name,
                "",
                BillingType.LIMIT,
                "GiB",
                new BigDecimal(1024),
                LimitPeriod.MONTH,
                null,
                null,
                null,
                null,
                null,
                false,
                null,
                false,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    @Test
    void eventsAreSubscribedToOnce() throws Exception {
        UUID identity = client.identities()
                .create(AgentIdentity.Description.of(offering, "agent-1", "1.0", List.of(), Instant.now()))
                .uuid();
        EventSubscriptions.Subscription subscription =
                client.identities().registerEventSubscription(identity, "order", "orders of agent-1");

        assertThat(client.identities().registerEventSubscription(identity, "order", "again"))
                .isEqualTo(subscription);
        EventSubscriptions.Queue queue =
                client.eventSubscriptions().createQueue(subscription.uuid(), offering, "order");
        assertThat(queue.queueName())
                .isEqualTo("subscription_" + Uuids.hex(subscription.uuid()) + "_offering_" + Uuids.hex(offering)
                        + "_order");
        assertThat(queue.vhost()).isEqualTo(Uuids.hex(subscription.userUuid()));
        client.eventSubscriptions().delete(subscription.uuid());
        client.eventSubscriptions().delete(subscription.uuid());
        assertThat(waldur.eventQueues()).isEmpty();
    }

    @Test
    void logsAndPolicyOutcomesAreTaken() throws Exception {
        UUID identity = client.identities()
                .create(AgentIdentity.Description.of(offering, "agent-1", "1.0", List.of(), Instant.now()))
                .uuid();
        UUID resource = waldur.addResource(offering, project, NewOrder.named("a"), "17");

        client.logs()
                .ship(List.of(new AgentLogs.Line(
                        identity, new BigDecimal("1772366400.5"), "WARNING", "disk is slow", "orders")));
        client.periodicPolicies()
                .report(UUID.randomUUID(), new PeriodicPolicies.Outcome(resource, true, null, "production", List.of()));

        assertThat(waldur.shippedLogs())
                .singleElement()
                .satisfies(line -> assertThat(line.path("message").asText()).isEqualTo("disk is slow"));
        assertThat(waldur.policyOutcomes()).hasSize(1);
    }

    @Test
    void oidcTokenOpensTheSameDoors() throws Exception {
        WaldurClient oidc = client(new WaldurCredentials.Oidc(
                URI.create(waldur.oidcTokenUrl()), waldur.oidcClientId(), Secret.of(waldur.oidcClientSecret())));

        assertThat(oidc.version()).isEqualTo("8.1.3");
        waldur.expireOidcTokens();
        assertThat(oidc.version()).isEqualTo("8.1.3");
    }

    private static WaldurRejectedException refusal(ThrowingCallable call) {
        WaldurRejectedException refusal = catchThrowableOfType(WaldurRejectedException.class, call);
        assertThat(refusal).as("a refusal").isNotNull();
        return refusal;
    }
}
