package dev.siteagent.core.runtime;

import dev.siteagent.core.budgets.SharedRateBudgets;
import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.plugins.PluginRegistry;
import dev.siteagent.core.reports.BillingMonths;
import dev.siteagent.core.reports.ReportProgress;
import dev.siteagent.core.reports.ReportResult;
import dev.siteagent.core.reports.UsageReports;
import dev.siteagent.core.waldur.WaldurCallListener;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.spi.BackendException;
import java.time.Clock;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;

/** Reports past months of offerings, as far back as their backends remember: {@code site-agent load-historical-usage}. */
public final class UsageLoad {
    private final AgentConfiguration configuration;
    private final WaldurClients waldurs;
    private final BackendOpener backends;
    private final BillingMonths months;
    private final String userAgent;

    /**
     * Prepares.
     *
     * @param configuration what is served
     * @param plugins the plugins, started
     * @param version the agent's version
     * @param clock the time
     */
    public UsageLoad(AgentConfiguration configuration, PluginRegistry plugins, String version, Clock clock) {
        this.configuration = configuration;
        this.userAgent = "waldur-site-agent-load-historical-usage/" + version;
        this.waldurs = new WaldurClients(configuration.globalProxy(), clock, WaldurCallListener.NONE);
        this.backends = new BackendOpener(
                plugins,
                new SharedRateBudgets(clock)::forOffering,
                configuration.timezone(),
                configuration.globalProxy(),
                userAgent,
                clock);
        this.months = new BillingMonths(clock, configuration.timezone());
    }

    /** Returns the last month that is over, in the zone of the configuration. */
    public YearMonth lastMonth() {
        return months.current().minusMonths(1);
    }

    /** Returns the offerings whose usage is reported. */
    public List<OfferingConfiguration> offerings() {
        return configuration.offerings().stream()
                .filter(offering -> offering.reportingBackend().isPresent())
                .toList();
    }

    /**
     * Reports past months of one offering.
     *
     * @param offering one of {@link #offerings()}
     * @param past the months
     * @param progress hears of each month
     * @return what became of them; empty when the backend remembers no past months, or measures no usage at all
     * @throws BackendException when the backend does not open
     * @throws WaldurException when Waldur cannot be reached, or refuses to list what is needed
     * @throws InterruptedException when the thread is interrupted
     */
    public Optional<ReportResult> load(OfferingConfiguration offering, List<YearMonth> past, ReportProgress progress)
            throws BackendException, InterruptedException {
        WaldurClient waldur = waldurs.of(offering, userAgent);
        String backend = offering.reportingBackend().orElseThrow();
        try (OfferingReports source = new OfferingReports(
                offering.uuid(), waldur, new OfferingBackend(offering, backend, waldur, backends), months, progress)) {
            Optional<UsageReports> reports = source.begin().filter(UsageReports::knowsPastMonths);
            return reports.isEmpty()
                    ? Optional.empty()
                    : Optional.of(reports.get().past(past));
        }
    }
}
