package dev.siteagent.core.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.BackendTraits.CreateNeed;
import dev.siteagent.spi.BackendTraits.LimitUnits;
import dev.siteagent.spi.CreateContext;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Create orders against a simulated Waldur, with a cloud in memory. */
class CreateOrderTest {
    private final OrderFixture fixture = new OrderFixture();
    private final MemoryCloud cloud = new MemoryCloud();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void orderBecomesAMachineThatWaldurKnows() throws Exception {
        OrderSnapshot order = fixture.ordered(
                NewOrder.named("web").limit("cpu", 2).limit("ram", 2048).attribute("image", "debian-13"));

        OrderResult result = fixture.carryOut(cloud, order);

        assertThat(result).isInstanceOf(OrderResult.Done.class);
        assertThat(fixture.order(order).state()).isEqualTo(OrderSnapshot.State.DONE);
        ResourceSnapshot resource = fixture.resource(order);
        assertThat(resource.state()).isEqualTo(ResourceSnapshot.State.OK);
        assertThat(cloud.machines).containsOnlyKeys(resource.backendId());
        assertThat(resource.limits()).containsExactlyInAnyOrderEntriesOf(Map.of("cpu", 2L, "ram", 2048L));
        assertThat(resource.backendMetadata().path("id").asText()).isEqualTo(resource.backendId());
        assertThat(cloud.lastCreated.attributes()).containsEntry("image", "debian-13");
    }

    @Test
    void plainCreateTakesNoMoreThanTheRequestsItNeeds() throws Exception {
        OrderSnapshot order = fixture.ordered();

        fixture.carryOut(cloud, order);

        assertThat(fixture.requests())
                .containsExactly(
                        "GET marketplace-orders", // stands for the list of the cycle
                        "POST approve_by_provider",
                        "GET marketplace-orders",
                        "GET marketplace-provider-resources",
                        "POST set_backend_id",
                        "POST set_backend_metadata",
                        "GET marketplace-orders",
                        "POST set_state_done");
    }

    @Test
    void idIsRecordedBeforeAnythingElse() throws Exception {
        cloud.polls = 0;
        fixture.unitFactor("cpu", 2);
        cloud.traits = cloud.traits.withLimitUnits(LimitUnits.BACKEND);
        cloud.metadata = Map.of("a", 1);
        MemoryCloud generous = new MemoryCloud() {
            @Override
            protected BackendResource seen(Machine machine) {
                return super.seen(machine).withLimits(Map.of("cpu", 3L));
            }
        };
        generous.polls = 0;

        fixture.carryOut(generous, fixture.ordered());

        assertThat(fixture.writes())
                .containsExactly(
                        "approve_by_provider",
                        "set_backend_id",
                        "set_limits",
                        "set_backend_metadata",
                        "set_state_done");
    }

    @Test
    void limitsAreConvertedOnceOnTheWayInAndOnceOnTheWayOut() throws Exception {
        fixture.unitFactor("ram", 1024);
        cloud.traits = cloud.traits.withLimitUnits(LimitUnits.BACKEND);
        OrderSnapshot order =
                fixture.ordered(NewOrder.named("web").limit("cpu", 2).limit("ram", 4));

        fixture.carryOut(cloud, order);

        assertThat(cloud.lastCreated.limits()).containsEntry("ram", 4096L).containsEntry("cpu", 2L);
        assertThat(fixture.resource(order).limits()).containsEntry("ram", 4L).containsEntry("cpu", 2L);
        assertThat(fixture.writes()).doesNotContain("set_limits");
    }

    @Test
    void orderWithARecordedIdGoesOnWithThatMachine() throws Exception {
        OrderSnapshot order = fixture.ordered(NewOrder.named("web").autoApproved());
        cloud.put("42", order.resource());
        fixture.client.resources().setBackendId(order.resource(), "42");

        OrderResult result = fixture.carryOut(cloud, order);

        assertThat(result).isInstanceOf(OrderResult.Done.class);
        assertThat(cloud.calls).contains("read").doesNotContain("create", "create 42");
        assertThat(cloud.machines).containsOnlyKeys("42");
        assertThat(fixture.writes()).containsExactly("set_backend_metadata", "set_state_done");
    }

    @Test
    void retriedOrderAdoptsTheMachineWhoseIdWasLost() throws Exception {
        OrderSnapshot order = fixture.ordered(NewOrder.named("web").autoApproved());
        cloud.put("42", order.resource());

        OrderResult result = fixture.carryOut(cloud, order);

        assertThat(result).isInstanceOf(OrderResult.Done.class);
        assertThat(cloud.machines).containsOnlyKeys("42");
        assertThat(fixture.resource(order).backendId()).isEqualTo("42");
    }

    @Test
    void machineThatTheCloudLostErrsTheOrderWithTheReason() throws Exception {
        OrderSnapshot order = fixture.ordered(NewOrder.named("web").autoApproved());
        fixture.client.resources().setBackendId(order.resource(), "42");

        OrderResult result = fixture.carryOut(cloud, order);

        assertThat(result).isInstanceOf(OrderResult.Erred.class);
        assertThat(fixture.order(order).errorMessage())
                .contains("backend id 42", "machine 42 was not found", "order a new one");
        assertThat(cloud.machines).isEmpty();
    }

    @Test
    void failedCreateKeepsItsMachineRecordsTheIdAndNamesIt() throws Exception {
        OrderSnapshot order = fixture.ordered();
        cloud.fail("create", new PermanentBackendException("The key could not be added.").withBackendId("77"));

        OrderResult result = fixture.carryOut(cloud, order);

        assertThat(result).isInstanceOf(OrderResult.Erred.class);
        assertThat(fixture.resource(order).backendId()).isEqualTo("77");
        assertThat(fixture.order(order).errorMessage())
                .isEqualTo("The key could not be added. What was made is kept under the backend id 77.");
    }

    @Test
    void failureOfABootingMachineNamesIt() throws Exception {
        OrderSnapshot order = fixture.ordered();
        cloud.fail("polled", new PermanentBackendException("The machine did not boot."));

        OrderResult result = fixture.carryOut(cloud, order);

        assertThat(result).isInstanceOf(OrderResult.Erred.class);
        String id = fixture.resource(order).backendId();
        assertThat(cloud.machines).containsOnlyKeys(id);
        assertThat(fixture.order(order).errorMessage()).contains("did not boot", id);
    }

    @Test
    void passingFailureOfTheCloudLeavesTheOrderExecuting() throws Exception {
        OrderSnapshot order = fixture.ordered();
        cloud.fail(
                "create",
                new TransientBackendException("The cloud answered 503.", null).retryAfter(Duration.ofSeconds(7)));

        OrderResult result = fixture.carryOut(cloud, order);

        assertThat(result).isInstanceOfSatisfying(OrderResult.Postponed.class, postponed -> {
            assertThat(postponed.soon()).isTrue();
            assertThat(postponed.retryAfter()).contains(Duration.ofSeconds(7));
        });
        assertThat(fixture.order(order).state()).isEqualTo(OrderSnapshot.State.EXECUTING);
        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Done.class);
    }

    @Test
    void passingFailureAfterAMachineWasMadeRecordsItsId() throws Exception {
        OrderSnapshot order = fixture.ordered();
        cloud.fail("create", new TransientBackendException("Time-out.", null).withBackendId("78"));

        fixture.carryOut(cloud, order);

        assertThat(fixture.resource(order).backendId()).isEqualTo("78");
        assertThat(fixture.order(order).state()).isEqualTo(OrderSnapshot.State.EXECUTING);
    }

    @Test
    void passingFailureOfAPollKeepsTheOrderWaiting() throws Exception {
        OrderSnapshot order = fixture.ordered();
        cloud.fail("polled", new TransientBackendException("The cloud answered 502.", null));

        OrderResult result = fixture.carryOut(cloud, order);

        assertThat(result).isInstanceOf(OrderResult.Done.class);
        assertThat(cloud.calls).containsOnlyOnce("create");
    }

    @Test
    void backendThatIsNotReadyLeavesTheOrderToTheNextCycle() throws Exception {
        OrderSnapshot order = fixture.ordered();
        cloud.fail("create", new BackendNotReadyException("maintenance until 4 o'clock"));

        OrderResult result = fixture.carryOut(cloud, order);

        assertThat(result).isInstanceOf(OrderResult.Left.class);
        assertThat(fixture.order(order).state()).isEqualTo(OrderSnapshot.State.EXECUTING);
    }

    @Test
    void passingFailureOfWaldurErrsNothing() throws Exception {
        OrderSnapshot order = fixture.ordered(NewOrder.named("web").autoApproved());
        fixture.waldur
                .faults()
                .on(Requests.path("/api/marketplace-provider-resources/{uuid}/set_backend_id/"))
                .times(3, Fault.answer(Response.text(503, "busy")));

        OrderResult first = fixture.carryOut(cloud, order);
        OrderResult second = fixture.carryOut(cloud, order);

        assertThat(first).isInstanceOf(OrderResult.Postponed.class);
        assertThat(second).isInstanceOf(OrderResult.Done.class);
        assertThat(cloud.machines).hasSize(1);
    }

    @Test
    void refusalOfTheAgentItselfErrsNothing() throws Exception {
        OrderSnapshot order = fixture.ordered(NewOrder.named("web").autoApproved());
        fixture.waldur
                .faults()
                .on(Requests.path("/api/marketplace-provider-resources/{uuid}/set_backend_id/"))
                .once(Fault.answer(Response.text(403, "no permission")));

        OrderResult result = fixture.carryOut(cloud, order);

        assertThat(result).isInstanceOfSatisfying(OrderResult.Postponed.class, postponed -> assertThat(postponed.soon())
                .isFalse());
        assertThat(fixture.order(order).state()).isEqualTo(OrderSnapshot.State.EXECUTING);
    }

    @Test
    void machineWhoseIdWaldurRefusesIsNamedInTheError() throws Exception {
        OrderSnapshot order = fixture.ordered(NewOrder.named("web").autoApproved());
        fixture.waldur
                .faults()
                .on(Requests.path("/api/marketplace-provider-resources/{uuid}/set_backend_id/"))
                .always(Fault.answer(Response.text(400, "[\"backend_id is taken\"]")));

        fixture.carryOut(cloud, order);

        String id = cloud.machines.keySet().iterator().next();
        assertThat(fixture.order(order).state()).isEqualTo(OrderSnapshot.State.ERRED);
        assertThat(fixture.order(order).errorMessage()).contains(id);
    }

    @Test
    void idOfAMachineThatAFailedPollNamesIsRecordedOnce() throws Exception {
        OrderSnapshot order = fixture.ordered(NewOrder.named("web").autoApproved());
        MemoryCloud silent = new MemoryCloud() {
            @Override
            public Outcome create(CreateRequest request) {
                return new Outcome.Pending(Optional.empty(), Handle.NONE, Duration.ofMillis(1), "about to be made");
            }
        };
        OrderProcessor processor = fixture.processor(silent);
        OrderResult result = processor.begin(fixture.read(order));
        Attempt<Outcome> failed = new Attempt.Failed<>(new TransientBackendException("busy", null).withBackendId("7"));

        for (int poll = 0; poll < 3; poll++) {
            result = processor.resume(((OrderResult.Waiting) result).pending(), failed);
        }

        assertThat(result).isInstanceOf(OrderResult.Waiting.class);
        assertThat(fixture.resource(order).backendId()).isEqualTo("7");
        assertThat(fixture.writes()).containsExactly("set_backend_id");
    }

    @Test
    void noSecretOfAPluginReachesWaldur() throws Exception {
        fixture.exposure = new ErrorExposure(true, text -> text.replace("open sesame", "***"));
        OrderSnapshot order = fixture.ordered();
        cloud.fail("create", new IllegalStateException("refused with open sesame"));

        fixture.carryOut(cloud, order);

        assertThat(fixture.order(order).errorMessage()).isEqualTo("refused with ***");
        assertThat(fixture.order(order).errorTraceback())
                .contains("refused with ***")
                .doesNotContain("open sesame");
    }

    @Test
    void metadataThatWaldurRefusesIsNoReasonToFail() throws Exception {
        OrderSnapshot order = fixture.ordered();
        fixture.waldur
                .faults()
                .on(Requests.path("/api/marketplace-provider-resources/{uuid}/set_backend_metadata/"))
                .once(Fault.answer(Response.text(400, "too odd")));

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Done.class);
    }

    @Test
    void faultOfThePluginErrsTheOrderWithItsTrace() throws Exception {
        OrderSnapshot order = fixture.ordered();
        cloud.fail("create", new IllegalStateException("no such thing"));

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Erred.class);

        assertThat(fixture.order(order).errorMessage()).contains("no such thing");
        assertThat(fixture.order(order).errorTraceback()).contains("IllegalStateException", "CreateOrderTest");
    }

    @Test
    void withoutDetailsAFaultOfThePluginTellsNothing() throws Exception {
        fixture.exposure = new ErrorExposure(false, text -> text);
        OrderSnapshot order = fixture.ordered();
        cloud.fail("create", new NoClassDefFoundError("secret/internal/Thing"));

        fixture.carryOut(cloud, order);

        assertThat(fixture.order(order).errorMessage())
                .isEqualTo("Internal backend error. Please contact the service provider.");
        assertThat(fixture.order(order).errorTraceback()).isEmpty();
    }

    @Test
    void withoutDetailsABackendsOwnMessageIsShownWithoutTrace() throws Exception {
        fixture.exposure = new ErrorExposure(false, text -> text);
        OrderSnapshot order = fixture.ordered();
        cloud.fail("create", new PermanentBackendException("There is no size XXL.", new IllegalStateException("x")));

        fixture.carryOut(cloud, order);

        assertThat(fixture.order(order).errorMessage()).isEqualTo("There is no size XXL.");
        assertThat(fixture.order(order).errorTraceback()).isEmpty();
    }

    @Test
    void orderCancelledWhileItsMachineWasMadeLeavesMachineAndId() throws Exception {
        OrderSnapshot order = fixture.ordered();
        MemoryCloud interrupted = new MemoryCloud() {
            @Override
            protected void during(String operation, Resource resource) {
                if (operation.equals("polled")) {
                    fixture.waldur.cancelOrder(order.uuid());
                }
            }
        };

        OrderResult result = fixture.carryOut(interrupted, order);

        assertThat(result)
                .isInstanceOfSatisfying(OrderResult.Overtaken.class, overtaken -> assertThat(overtaken.backendId())
                        .isPresent());
        assertThat(interrupted.machines)
                .containsOnlyKeys(fixture.resource(order).backendId());
        assertThat(fixture.order(order).state()).isEqualTo(OrderSnapshot.State.CANCELED);
    }

    @Test
    void lostAnswerOfTheCompletionCounts() throws Exception {
        OrderSnapshot order = fixture.ordered();
        fixture.waldur
                .faults()
                .on(Requests.path("/api/marketplace-orders/{uuid}/set_state_done/"))
                .once(Fault.answerLost());

        OrderResult result = fixture.carryOut(cloud, order);

        assertThat(result).isInstanceOf(OrderResult.Done.class);
        assertThat(fixture.order(order).state()).isEqualTo(OrderSnapshot.State.DONE);
    }

    @Test
    void answersOfTheCompletionThatAreAlwaysLostCountToo() throws Exception {
        OrderSnapshot order = fixture.ordered();
        fixture.waldur
                .faults()
                .on(Requests.path("/api/marketplace-orders/{uuid}/set_state_done/"))
                .always(Fault.answerAfterWork(Response.text(502, "bad gateway")));

        assertThat(fixture.carryOut(cloud, order)).isInstanceOf(OrderResult.Done.class);
    }

    @Test
    void whatABackendDoesNotNeedIsNotFetched() throws Exception {
        fixture.carryOut(cloud, fixture.ordered());

        assertThat(cloud.contexts).containsExactly(CreateContext.EMPTY);
        assertThat(fixture.requests())
                .noneMatch(request -> request.contains("team")
                        || request.contains("keys")
                        || request.contains("plans")
                        || request.contains("offering-users"));
    }

    @Test
    void whatABackendNeedsIsFetched() throws Exception {
        cloud.traits = cloud.traits.withCreateNeeds(EnumSet.allOf(CreateNeed.class));
        UUID plan = fixture.waldur.addPlan(fixture.offering, "small", Map.of("cpu", 3L, "disk", 0L));
        UUID key = fixture.waldur.people().addSshKey("laptop", "ssh-ed25519 AAAA alice");
        UUID alice = fixture.waldur.people().addUser("alice", "Alice", "alice@example.com");
        fixture.waldur.people().addMember(fixture.project, alice, "PROJECT.ADMIN");
        fixture.waldur.people().addOfferingUser(fixture.offering, alice, "al");

        fixture.carryOut(cloud, fixture.ordered(NewOrder.named("web").plan(plan)));

        CreateContext context = cloud.contexts.get(0);
        assertThat(context.planQuotas()).containsExactly(Map.entry("cpu", 3L));
        assertThat(context.sshKeys()).containsExactly(Map.entry(key, "ssh-ed25519 AAAA alice"));
        assertThat(context.offeringUsers()).singleElement().satisfies(user -> assertThat(user.username())
                .contains("al"));
        assertThat(context.team()).singleElement().satisfies(member -> {
            assertThat(member.username()).isEqualTo("al");
            assertThat(member.role()).contains("PROJECT.ADMIN");
            assertThat(member.cuid()).contains("alice");
        });
    }
}
