package dev.siteagent.core.reports;

import dev.siteagent.core.fairness.FailedLast;
import dev.siteagent.core.orders.LimitConversion;
import dev.siteagent.core.orders.SpiRecords;
import dev.siteagent.core.waldur.OfferingComponent;
import dev.siteagent.core.waldur.ResourceState;
import dev.siteagent.core.waldur.WaldurAnswerException;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.Component;
import dev.siteagent.spi.HistoricalUsageBackend;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.Usage;
import dev.siteagent.spi.UsageBackend;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reports of one offering: what the mode {@code report} does in a cycle, and what {@code load-historical-usage} does.
 *
 * <p>Both sides are read in bulk: one call of the backend and one list of Waldur's usages a month. A failure of the backend
 * leaves the month to the next cycle; one of Waldur ends the cycle, where the current month has been tried. Neither changes anything about a resource.
 */
public final class UsageReports {
    private static final Logger log = LoggerFactory.getLogger(UsageReports.class);

    /** The states in which Waldur takes the usage of a resource; it refuses that of one that is erred. */
    private static final Set<ResourceState> REPORTED =
            EnumSet.of(ResourceState.OK, ResourceState.UPDATING, ResourceState.TERMINATING);

    private final WaldurClient waldur;
    private final UsageBackend backend;
    private final ReportedOffering offering;
    private final BillingMonths months;
    private final ReportProgress progress;
    private final SpiRecords records;
    private final ReportedAmounts amounts;
    private final FailedLast<MonthReport.MonthOf> turns;

    /** What one report remembers for the next: who failed, and shall come last. May be lost. For one thread at a time. */
    public static final class Memory {
        private final FailedLast<MonthReport.MonthOf> turns = new FailedLast<>();
    }

    /**
     * What is reported.
     *
     * @param uuid the offering
     * @param components the components by type, with their factors
     * @param inWaldur the components of the offering in Waldur
     */
    public record ReportedOffering(
            UUID uuid, Map<String, Component> components, Collection<OfferingComponent> inWaldur) {
        /** Copies the collections and refuses null. */
        public ReportedOffering {
            Objects.requireNonNull(uuid, "uuid");
            components = Map.copyOf(components);
            inWaldur = List.copyOf(inWaldur);
        }
    }

    /**
     * Reports of an offering.
     *
     * @param waldur Waldur's API
     * @param backend the backend that measures
     * @param offering the offering
     * @param months which months there are
     * @param progress hears of each resource
     * @param memory what earlier reports of the offering remember
     */
    public UsageReports(
            WaldurClient waldur,
            UsageBackend backend,
            ReportedOffering offering,
            BillingMonths months,
            ReportProgress progress,
            Memory memory) {
        this.turns = memory.turns;
        this.progress = progress;
        this.waldur = waldur;
        this.backend = backend;
        this.offering = offering;
        this.months = months;
        this.records = new SpiRecords(
                new LimitConversion(offering.components(), backend.traits().limitUnits()));
        this.amounts = new ReportedAmounts(offering.components(), offering.inWaldur());
    }

    /**
     * Reports the current month and those before it, the oldest first. Past ones are left out where the backend does not
     * know them.
     *
     * @param periods how many months, the current one included, at least 1
     * @throws WaldurException when Waldur could not be reached, or refuses to list what is needed
     * @throws InterruptedException when the thread is interrupted
     */
    public ReportResult latest(int periods) throws InterruptedException {
        return report(months.latest(periods));
    }

    /** Tells whether the backend knows the usage of past months. */
    public boolean knowsPastMonths() {
        return backend instanceof HistoricalUsageBackend;
    }

    /**
     * Reports past months, the oldest first.
     *
     * @param past the months; the current one and later ones are none of them
     * @throws IllegalStateException when the backend does not know the usage of past months
     * @throws WaldurException when Waldur could not be reached, or refuses to list what is needed
     * @throws InterruptedException when the thread is interrupted
     */
    public ReportResult past(List<YearMonth> past) throws InterruptedException {
        if (!knowsPastMonths()) {
            throw new IllegalStateException("the backend does not know the usage of past months");
        }
        YearMonth current = months.current();
        return report(past.stream().filter(month -> month.isBefore(current)).toList());
    }

    private ReportResult report(List<YearMonth> wanted) throws InterruptedException {
        ReportTally tally = new ReportTally();
        YearMonth current = months.current();
        List<Resource> resources = resources(tally);
        Set<UUID> there = resources.stream().map(Resource::uuid).collect(Collectors.toSet());
        turns.keep(failed -> wanted.contains(failed.month()) && there.contains(failed.resource()));
        FailuresInARow failures = new FailuresInARow(waldur);
        MonthReport.Tools tools = new MonthReport.Tools(
                waldur,
                amounts,
                new UserLinks(waldur.offeringUsers(), offering.uuid()),
                progress,
                tally,
                turns,
                failures);
        boolean outage = false;
        for (YearMonth month : resources.isEmpty() ? List.<YearMonth>of() : wanted) {
            boolean past = month.isBefore(current);
            if (!past) {
                // Of all months the current one matters most, and tells whether an outage lasts.
                failures.end();
            }
            if (!progress.stopping() && (!past || (knowsPastMonths() && !outage))) {
                progress.begins(month);
                progress.moved();
                try {
                    report(month, past, resources, tools);
                } catch (WaldurUnavailableException e) {
                    if (!past) {
                        throw e;
                    }
                    tally.problem("what is left of " + month + " waits for the next cycle: " + e.getMessage(), e);
                    outage = !answers(failures);
                    if (outage && !wanted.contains(current)) {
                        throw e;
                    }
                }
            }
        }
        return tally.result();
    }

    private static boolean answers(FailuresInARow failures) throws InterruptedException {
        try {
            failures.askWhetherWaldurAnswers();
            return true;
        } catch (WaldurUnavailableException e) {
            log.debug("Waldur does not answer: {}", e.getMessage());
            return false;
        }
    }

    private void report(YearMonth month, boolean past, List<Resource> resources, MonthReport.Tools tools)
            throws InterruptedException {
        Optional<Instant> date = months.dateOf(month);
        if (date.isEmpty()) {
            log.info("{} has not begun yet in UTC, by which Waldur counts; it is reported when it has.", month);
            return;
        }
        Optional<Map<UUID, Lookup<Usage>>> found = read(resources, month, past, tools.tally());
        if (found.isPresent()) {
            MonthReport report = new MonthReport(
                    tools,
                    new MonthReport.Report(
                            offering.uuid(),
                            month,
                            date.get(),
                            !backend.traits().usageCanDecrease(),
                            () -> !past && !months.current().equals(month)));
            try {
                report.submit(resources, found.get());
            } catch (WaldurRejectedException | WaldurAnswerException e) {
                tools.tally().problem("the usage of " + month + " cannot be compared: " + e.getMessage(), e);
            }
        }
    }

    private List<Resource> resources(ReportTally tally) throws InterruptedException {
        List<Resource> resources = new ArrayList<>();
        for (WaldurResource known : waldur.resources().list(offering.uuid(), REPORTED)) {
            if (!known.backendId().isBlank()) {
                try {
                    resources.add(records.resource(known));
                } catch (IllegalStateException | ArithmeticException e) {
                    tally.problem("resource " + known.uuid() + " cannot be reported: " + e.getMessage(), e);
                }
            }
        }
        return resources;
    }

    /** Asks the backend; empty when it could tell nothing, which is a problem unless it is not ready. */
    private Optional<Map<UUID, Lookup<Usage>>> read(
            List<Resource> resources, YearMonth month, boolean past, ReportTally tally) throws InterruptedException {
        try {
            return Optional.of(
                    past
                            ? ((HistoricalUsageBackend) backend).usageOf(resources, month)
                            : backend.currentUsage(resources));
        } catch (BackendNotReadyException e) {
            log.info("The usage of {} is left to the next cycle: the backend is not ready: {}", month, e.getMessage());
        } catch (BackendException e) {
            tally.problem("the usage of " + month + " cannot be read: " + e.getMessage(), e);
        } catch (RuntimeException | LinkageError e) {
            tally.fault("the usage of " + month + " cannot be read, by a fault of the plugin: " + e, e);
        }
        return Optional.empty();
    }
}
