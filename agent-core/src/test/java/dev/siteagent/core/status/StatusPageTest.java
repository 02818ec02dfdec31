package dev.siteagent.core.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.budgets.SharedRateBudgets;
import dev.siteagent.core.config.DisabledOffering;
import dev.siteagent.core.orders.OrderResult;
import dev.siteagent.core.plugins.PluginReport;
import dev.siteagent.core.runtime.Mode;
import dev.siteagent.core.runtime.OrderInHand;
import dev.siteagent.core.waldur.OrderState;
import dev.siteagent.core.waldur.OrderType;
import dev.siteagent.core.waldur.WaldurOrder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class StatusPageTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final String NASTY = "<script>alert('x')</script>";

    private final StatusBoard board = new StatusBoard(Clock.fixed(NOW.minusSeconds(30), ZoneOffset.UTC));

    @Test
    void offeringShowsItsLastCycleAndTheNextOne() {
        board.cycle("Machines", Mode.ORDER_PROCESS, true, Duration.ofSeconds(2));
        board.cycle("Machines", Mode.REPORT, false, Duration.ofSeconds(90));

        assertThat(page(List.of()))
                .contains("<b>Machines</b>", "digitalocean; 0 orders in hand")
                .contains("good</span> order_process <span class=\"dim\">32 s ago, took 2 s; next in 4 min")
                .contains("failed</span> report");
    }

    @Test
    void offeringWithoutACycleSaysSo() {
        assertThat(page(List.of())).contains("no cycle has ended yet");
    }

    @Test
    void orderInHandShowsItsAgeAndItsStep() {
        board.inHand("Machines", 1, List.of(inHand("web", "waits: the droplet boots")));

        assertThat(page(List.of())).contains("<b>CREATE web</b> 1 min: waits: the droplet boots", "1 order in hand");
    }

    @Test
    void failureShowsItsReasonAndOnlyTheLatestFiftyAreKept() {
        for (int i = 0; i < 60; i++) {
            board.ended("Machines", new OrderResult.Erred(order("web-" + i), "no size " + i), Duration.ZERO);
        }

        assertThat(page(List.of()))
                .contains("CREATE order of web-59", "no size 59", "no size 10<")
                .doesNotContain("no size 9<");
        assertThat(board.failures()).hasSize(50);
    }

    @Test
    void reasonThatNeverEndsIsCut() {
        board.ended("Machines", new OrderResult.Erred(order("web"), "x".repeat(1_000_000)), Duration.ZERO);

        assertThat(page(List.of())).contains("xxx…<").hasSizeLessThan(10_000);
    }

    @Test
    void orderThatWasDoneIsNoFailure() {
        board.ended("Machines", new OrderResult.Done(order("web"), Optional.of("1")), Duration.ZERO);

        assertThat(page(List.of())).contains("None since the start.");
    }

    @Test
    void textsFromOutsideAreEscaped() {
        board.inHand("Machines", 1, List.of(inHand(NASTY, NASTY)));
        board.ended("Machines", new OrderResult.Erred(order(NASTY), NASTY), Duration.ZERO);

        assertThat(page(List.of("offering " + NASTY + " hangs")))
                .doesNotContain("<script")
                .contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;");
    }

    @Test
    void secretIsTakenOutOfTheTextAndNotOfThePageMadeOfIt() {
        board.ended("Machines", new OrderResult.Erred(order("web"), "refused s3cr<et>&dim"), Duration.ZERO);

        assertThat(page(List.of()))
                .contains("<span class=\"bad\">refused ***</span><br><span class=\"dim\">")
                .doesNotContain("s3cr");
    }

    @Test
    void whatHangsComesFirst() {
        assertThat(page(List.of("offering Machines: its desk hangs")))
                .contains("its desk hangs")
                .doesNotContain("All is at work");
        assertThat(page(List.of())).contains("All is at work.");
    }

    @Test
    void pluginsBudgetsAndDisabledOfferingsAreShown() {
        assertThat(page(List.of()))
                .contains("<b>Databases</b> <span class=\"bad\">disabled: no such backend")
                .contains("<b>digitalocean</b> 1.2.3")
                .contains("plugin plugins/bad.jar is not loaded: it has no provider")
                .contains("<b>digitalocean</b> account ab12cd34: 4321 requests left");
    }

    @Test
    void policyLetsTheStyleOfThePageInAndNothingElse() {
        assertThat(StatusPage.CONTENT_SECURITY_POLICY)
                .startsWith("default-src 'none'; style-src 'sha256-")
                .doesNotContain("unsafe");
        assertThat(page(List.of())).doesNotContain("<script", "style=", "href=\"http");
    }

    private String page(List<String> hung) {
        return StatusPage.of(
                new AgentStatus(
                        "1.0",
                        NOW.minus(Duration.ofHours(26)),
                        NOW,
                        Set.of(Mode.ORDER_PROCESS, Mode.REPORT),
                        mode -> Duration.ofMinutes(5),
                        hung,
                        List.of(new AgentStatus.Served("Machines", "digitalocean")),
                        List.of(new DisabledOffering("Databases", Optional.empty(), "no such backend")),
                        List.of("Service hobbyfarm"),
                        List.of(
                                plugin("digitalocean", "plugins/digitalocean.jar", Optional.empty()),
                                plugin("", "plugins/bad.jar", Optional.of("it has no provider"))),
                        List.of(new SharedRateBudgets.Level("digitalocean", "ab12cd34", 4321)),
                        board),
                text -> text.replace("s3cr<et>&dim", "***"));
    }

    private static PluginReport plugin(String id, String file, Optional<String> problem) {
        return new PluginReport(
                id,
                "1.2.3",
                "",
                "",
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                problem.isEmpty() ? PluginReport.State.STARTED : PluginReport.State.FAILED,
                file,
                problem);
    }

    private static OrderInHand inHand(String resource, String step) {
        return new OrderInHand(UUID.randomUUID(), "CREATE", resource, NOW.minusSeconds(90), step);
    }

    private static WaldurOrder order(String resource) {
        return new WaldurOrder(
                UUID.randomUUID(),
                OrderState.EXECUTING,
                OrderType.CREATE,
                Map.of(),
                Map.of(),
                UUID.randomUUID(),
                resource,
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
}
