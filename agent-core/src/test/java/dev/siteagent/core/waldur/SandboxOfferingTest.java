package dev.siteagent.core.waldur;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The client and the simulated Waldur: an offering, its components and usage, its events and logs. */
class SandboxOfferingTest extends ClientAgainstSandbox {
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
}
