package dev.siteagent.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.budgets.SharedRateBudgets;
import dev.siteagent.core.orders.OrderResult;
import dev.siteagent.core.plugins.PluginCallListener.Outcome;
import dev.siteagent.core.plugins.PluginReport;
import dev.siteagent.core.runtime.Mode;
import dev.siteagent.core.waldur.OrderState;
import dev.siteagent.core.waldur.OrderType;
import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.spi.RateBudget;
import dev.siteagent.spi.RateBudgets;
import dev.siteagent.spi.Secret;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AgentMetricsTest {
    private static final UUID RESOURCE = UUID.fromString("5c3a7a6e-94a8-4a2c-9c8e-0f6d0f6f5a11");

    private final Clock clock = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
    private final SharedRateBudgets budgets = new SharedRateBudgets(clock);
    private final AgentMetrics metrics = new AgentMetrics(budgets);

    @Test
    void theBudgetThatIsLeftFallsWithEveryRequestAndNamesNoToken() throws Exception {
        RateBudget budget = budgets.forOffering("VM")
                .budget(
                        "digitalocean",
                        Secret.of("dop_v1_mine"),
                        List.of(new RateBudgets.Limit(250, Duration.ofMinutes(1))));
        assertThat(left()).isEqualTo(250);

        budget.acquire(Duration.ZERO);
        budget.acquire(Duration.ZERO);
        assertThat(left()).isEqualTo(248);

        budget.remaining(7, clock.instant().plusSeconds(60));
        assertThat(left()).isEqualTo(7);

        budget.exhaustedUntil(clock.instant().plusSeconds(60));
        assertThat(left()).isZero();
        assertThat(text()).doesNotContain("dop_v1_mine");
    }

    @Test
    void ordersAreCountedByTypeAndOutcome() throws Exception {
        metrics.orders().ended("VM", new OrderResult.Done(order(OrderType.CREATE), Optional.of("42")), seconds(3));
        metrics.orders().ended("VM", new OrderResult.Done(order(OrderType.CREATE), Optional.of("43")), seconds(40));
        metrics.orders().ended("VM", new OrderResult.Erred(order(OrderType.TERMINATE), "refused"), seconds(1));

        assertThat(text())
                .contains(
                        "siteagent_orders_total{offering=\"VM\",outcome=\"done\",type=\"create\"} 2.0",
                        "siteagent_orders_total{offering=\"VM\",outcome=\"erred\",type=\"terminate\"} 1.0",
                        "siteagent_order_seconds_bucket{offering=\"VM\",type=\"create\",le=\"5.0\"} 1",
                        "siteagent_order_seconds_sum{offering=\"VM\",type=\"create\"} 43.0");
    }

    @Test
    void offeringThatIsNotServedAnyMoreIsNotShownButForTheMachinesThatItLeft() throws Exception {
        Set<String> served = new HashSet<>(Set.of("VM", "Sea"));
        metrics.showOnly(() -> served);
        OrderResult left = new OrderResult.Overtaken(order(OrderType.CREATE), OrderState.CANCELED, Optional.of("42"));
        for (String offering : served) {
            metrics.orders().cycle(offering, Mode.ORDER_PROCESS, true, seconds(1));
            metrics.orders().depth(offering, 0, 0, 0);
            metrics.orders().ended(offering, left, seconds(1));
        }
        assertThat(text()).contains("siteagent_cycles_total{mode=\"order_process\",offering=\"Sea\"");

        served.remove("Sea");

        assertThat(text().lines().filter(line -> line.contains("Sea")))
                .singleElement()
                .asString()
                .startsWith("siteagent_machine_left{");
        assertThat(text())
                .contains(
                        "siteagent_cycles_total{mode=\"order_process\",offering=\"VM\",outcome=\"good\"} 1.0",
                        "siteagent_orders_in_hand{offering=\"VM\",state=\"active\"} 0.0",
                        "siteagent_cycle_seconds_count{mode=\"order_process\",offering=\"VM\"}");
    }

    @Test
    void machineThatOutlivedItsCancelledOrderIsNamed() throws Exception {
        metrics.orders()
                .ended(
                        "VM",
                        new OrderResult.Overtaken(order(OrderType.CREATE), OrderState.CANCELED, Optional.of("42")),
                        seconds(3));
        metrics.orders()
                .ended(
                        "VM",
                        new OrderResult.Overtaken(order(OrderType.TERMINATE), OrderState.CANCELED, Optional.empty()),
                        seconds(3));

        assertThat(text().lines().filter(line -> line.startsWith("siteagent_machine_left{")))
                .containsExactly(
                        "siteagent_machine_left{backend_id=\"42\",offering=\"VM\",resource=\"" + RESOURCE + "\"} 1.0");
    }

    @Test
    void whatIsInHandAndHowCyclesWentIsShown() throws Exception {
        metrics.orders().depth("VM", 5, 2, 1);
        metrics.orders().cycle("VM", Mode.ORDER_PROCESS, true, seconds(1));
        metrics.orders().cycle("VM", Mode.MEMBERSHIP_SYNC, false, seconds(1));
        metrics.orders().retrying("VM");

        assertThat(text())
                .contains(
                        "siteagent_orders_in_hand{offering=\"VM\",state=\"waiting\"} 5.0",
                        "siteagent_orders_in_hand{offering=\"VM\",state=\"queued\"} 2.0",
                        "siteagent_orders_in_hand{offering=\"VM\",state=\"active\"} 1.0",
                        "siteagent_cycles_total{mode=\"order_process\",offering=\"VM\",outcome=\"good\"} 1.0",
                        "siteagent_cycles_total{mode=\"membership_sync\",offering=\"VM\",outcome=\"failed\"} 1.0",
                        "siteagent_order_retries_total{offering=\"VM\"} 1.0");
    }

    @Test
    void callsOfWaldurAndOfPluginsAreCountedByOperationAndStatus() throws Exception {
        metrics.waldurCalls().attempted("orders.list", 200, seconds(1));
        metrics.waldurCalls().attempted("orders.list", 0, seconds(1));
        metrics.waldurCalls().retrying("orders.list", seconds(1));
        metrics.pluginCalls().called("digitalocean", "create", Outcome.TRANSIENT, seconds(2));

        assertThat(text())
                .contains(
                        "siteagent_waldur_calls_total{operation=\"orders.list\",status=\"200\"} 1.0",
                        "siteagent_waldur_calls_total{operation=\"orders.list\",status=\"0\"} 1.0",
                        "siteagent_waldur_retries_total{operation=\"orders.list\"} 1.0",
                        "siteagent_backend_calls_total{operation=\"create\",plugin=\"digitalocean\",status=\"transient\"}"
                                + " 1.0",
                        "siteagent_backend_call_seconds_count{operation=\"create\",plugin=\"digitalocean\"} 1");
    }

    @Test
    void pluginsAreShownWithTheirStateAndTheJvmIsThere() throws Exception {
        metrics.show(() -> List.of(
                plugin("digitalocean", "0.1.0", PluginReport.State.STARTED),
                plugin("", "", PluginReport.State.FAILED)));

        assertThat(text())
                .contains(
                        "siteagent_plugins{plugin=\"digitalocean\",state=\"started\",version=\"0.1.0\"} 1.0",
                        "siteagent_plugins{plugin=\"plugins/x.jar\",state=\"failed\",version=\"\"} 1.0",
                        "jvm_memory_used_bytes");
    }

    private double left() throws IOException {
        return text().lines()
                .filter(line -> line.startsWith("siteagent_rate_limit_left{account=\"")
                        && line.contains("api=\"digitalocean\""))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .mapToDouble(Double::parseDouble)
                .findFirst()
                .orElseThrow();
    }

    private String text() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        metrics.write(out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static PluginReport plugin(String id, String version, PluginReport.State state) {
        return new PluginReport(
                id,
                version,
                "",
                "",
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                state,
                "plugins/x.jar",
                Optional.empty());
    }

    private static WaldurOrder order(OrderType type) {
        return new WaldurOrder(
                UUID.randomUUID(),
                OrderState.EXECUTING,
                type,
                Map.of(),
                Map.of(),
                RESOURCE,
                "web",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static Duration seconds(int count) {
        return Duration.ofSeconds(count);
    }
}
