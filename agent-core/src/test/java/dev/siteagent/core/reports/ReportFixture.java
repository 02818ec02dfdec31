package dev.siteagent.core.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.waldur.RetryPolicy;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurConnection;
import dev.siteagent.core.waldur.WaldurCredentials;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.UsageSnapshot;
import dev.siteagent.sandbox.waldur.WaldurContract;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import dev.siteagent.spi.Component;
import dev.siteagent.spi.NoSettings;
import dev.siteagent.spi.Secret;
import dev.siteagent.spi.UsageBackend;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** A simulated Waldur with an offering that is charged by usage, on a clock that a test sets. */
final class ReportFixture implements AutoCloseable {
    private static final RetryPolicy IMPATIENT =
            new RetryPolicy(2, Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofSeconds(5));

    final MovableClock clock = new MovableClock("2026-03-20T12:00:00Z");
    final WaldurSandbox waldur = WaldurSandbox.start(new WaldurSandbox.Options(0, clock, "0123456789abcdef"));
    final MeteredCloud cloud = new MeteredCloud();
    final UUID offering = waldur.addOffering(NewOffering.named("Cluster")
            .component("cpu", "usage", "Core hours")
            .component("disk", "limit", "GB")
            .component("setup", "one", "Setups"));
    final UUID project = waldur.people().addProject("Water");
    final Map<String, Component> components = new HashMap<>();
    final WaldurClient client = WaldurClient.builder(WaldurConnection.to(
                    waldur.apiUrl(),
                    new WaldurCredentials.Token(Secret.of(waldur.token())),
                    "waldur-site-agent-report/test"))
            .retryPolicy(IMPATIENT)
            .build();
    ZoneId zone = ZoneOffset.UTC;
    ReportProgress progress = ReportProgress.NONE;
    private final UsageReports.Memory memory = new UsageReports.Memory();

    /** Sets how many backend units one Waldur unit of a component is, in limits and in reports. */
    void factors(String type, String limits, String reports) {
        components.put(
                type,
                new Component(
                        type,
                        type,
                        "",
                        Component.Accounting.USAGE,
                        new BigDecimal(limits),
                        new BigDecimal(reports),
                        false,
                        new NoSettings()));
    }

    UUID resource(String backendId) {
        return waldur.addResource(offering, project, NewOrder.named("res-" + backendId), backendId);
    }

    UsageReports reports() throws InterruptedException {
        return reports(cloud);
    }

    UsageReports reports(UsageBackend backend) throws InterruptedException {
        UsageReports reports = new UsageReports(
                client,
                backend,
                new UsageReports.ReportedOffering(
                        offering, components, client.offerings().get(offering).components()),
                new BillingMonths(clock, zone),
                progress,
                memory);
        waldur.requests().clear();
        return reports;
    }

    ReportResult report(int periods) throws InterruptedException {
        return reports().latest(periods);
    }

    /** Returns what Waldur has of a resource in a month: component to amount. */
    Map<String, String> usage(UUID resource, String month) {
        Map<String, String> amounts = new TreeMap<>();
        usages(resource, month)
                .forEach(usage -> amounts.put(usage.component(), usage.amount().toPlainString()));
        return amounts;
    }

    List<UsageSnapshot> usages(UUID resource, String month) {
        return waldur.usages(resource).stream()
                .filter(usage -> YearMonth.from(usage.billingPeriod()).equals(YearMonth.parse(month)))
                .toList();
    }

    /** Returns the requests that changed something, such as {@code set_usage}. */
    List<String> writes() {
        return waldur.requests().all().stream()
                .filter(request -> !request.method().equals("GET"))
                .map(request -> request.path().replaceFirst(".*/([^/]+)/$", "$1"))
                .toList();
    }

    @Override
    public void close() {
        List<String> violations = WaldurContract.find()
                .map(found -> found.violations(waldur.requests().all()))
                .orElse(List.of());
        waldur.close();
        assertThat(violations).isEmpty();
        assertThat(waldur.failures()).isEmpty();
    }
}
