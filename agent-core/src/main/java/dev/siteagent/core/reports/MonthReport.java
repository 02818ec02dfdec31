package dev.siteagent.core.reports;

import dev.siteagent.core.fairness.FailedLast;
import dev.siteagent.core.waldur.ComponentUsage;
import dev.siteagent.core.waldur.ComponentUsages;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.Usage;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The report of one month: one list of what Waldur has, then a write for each resource that used something else. What is
 * wrong with one resource leaves the others reported.
 */
final class MonthReport {
    private static final Logger log = LoggerFactory.getLogger(MonthReport.class);

    private final Tools tools;
    private final Report report;
    private final ComponentUsages waldur;
    private final ReportTally tally;
    private final YearMonth month;
    private final List<UserParts> users = new ArrayList<>();
    private boolean refusesPastUsage;
    private boolean recordsAreNew;

    /**
     * What all months of a report share.
     *
     * @param waldur Waldur's API
     * @param amounts converts amounts
     * @param links names the users
     * @param progress hears of each resource
     * @param tally counts
     * @param turns the resources of each month in which they failed
     * @param failures ends the report in an outage
     */
    record Tools(
            WaldurClient waldur,
            ReportedAmounts amounts,
            UserLinks links,
            ReportProgress progress,
            ReportTally tally,
            FailedLast<MonthOf> turns,
            FailuresInARow failures) {}

    /** A resource in a month. */
    record MonthOf(UUID resource, YearMonth month) {}

    /**
     * What is reported.
     *
     * @param offering the offering
     * @param month the month
     * @param date the date to report with
     * @param onlyGrows whether a usage that is lower than the one before is an anomaly
     * @param turned tells whether the month, when it was reported as the current one, is over
     */
    record Report(UUID offering, YearMonth month, Instant date, boolean onlyGrows, BooleanSupplier turned) {}

    MonthReport(Tools tools, Report report) {
        this.tools = tools;
        this.report = report;
        this.waldur = tools.waldur().usages();
        this.tally = tools.tally();
        this.month = report.month();
    }

    /** The users' parts of a resource's usage: component to username to amount. */
    private record UserParts(Resource resource, Map<String, Map<String, BigDecimal>> byComponent) {}

    /**
     * Reports.
     *
     * @param resources the resources
     * @param found what the backend said of them
     * @throws WaldurException when Waldur could not be reached or does not let anything be listed
     */
    void submit(List<Resource> resources, Map<UUID, Lookup<Usage>> found) throws InterruptedException {
        KnownUsages known = new KnownUsages(waldur.ofOffering(report.offering(), period()));
        for (Resource resource : tools.turns().order(resources, this::turn)) {
            if (mustEnd()) {
                return;
            }
            Optional<Usage> usage = present(resource, found.get(resource.uuid()));
            if (usage.isPresent()) {
                attempt(resource, () -> report(resource, usage.get(), known));
            }
        }
        if (!users.isEmpty()) {
            reportUsers(recordsAreNew ? new KnownUsages(waldur.ofOffering(report.offering(), period())) : known);
        }
    }

    /** Moves on, and tells whether what is left is for another cycle. */
    private boolean mustEnd() {
        tools.progress().moved();
        if (report.turned().getAsBoolean()) {
            log.warn("The month turned while {} was reported; what is left of it is not reported now.", month);
            return true;
        }
        return tools.progress().stopping();
    }

    private LocalDate period() {
        return month.atDay(1);
    }

    private Optional<Usage> present(Resource resource, Lookup<Usage> lookup) {
        if (lookup instanceof Lookup.Present<Usage> present) {
            return Optional.of(present.value());
        }
        if (lookup instanceof Lookup.Absent<Usage> absent) {
            log.debug("{} has no usage of {}: {}", name(resource), month, absent.reason());
        } else if (lookup instanceof Lookup.Failed<Usage> failed) {
            tally.problem(
                    "the usage of " + name(resource) + " in " + month + " cannot be read: "
                            + failed.why().getMessage(),
                    failed.why());
        } else {
            tally.problem("the backend gave no answer about the usage of " + name(resource) + " in " + month
                    + ", which is a fault of the plugin");
        }
        return Optional.empty();
    }

    private void report(Resource resource, Usage usage, KnownUsages known) throws InterruptedException {
        Map<String, BigDecimal> total = tools.amounts().of(usage.total(), tally);
        UserParts parts = new UserParts(resource, UserAmounts.byComponent(usage.perUser(), tools.amounts(), tally));
        Optional<String> anomaly = report.onlyGrows() ? known.anomaly(resource.uuid(), total) : Optional.empty();
        if (anomaly.isPresent()) {
            tally.problem("the usage of " + name(resource) + " in " + month + " is an anomaly and is not reported: "
                    + anomaly.get() + ", and usage of this backend only grows; check the backend's records");
            return;
        }
        Map<String, BigDecimal> changed = known.differing(resource.uuid(), total);
        if (changed.isEmpty()) {
            tally.unchanged();
        } else if (!write(resource, changed)) {
            return;
        } else {
            recordsAreNew |= changed.keySet().stream()
                    .anyMatch(type -> known.of(resource.uuid(), type).isEmpty());
        }
        if (!parts.byComponent().isEmpty()) {
            users.add(parts);
        }
    }

    /** Writes, and tells whether Waldur took it: what lies in the past it may not take any more, which is normal. */
    private boolean write(Resource resource, Map<String, BigDecimal> changed) throws InterruptedException {
        if (refusesPastUsage && changed.keySet().stream().anyMatch(tools.amounts()::byUsage)) {
            tally.refusedPast();
            return false;
        }
        try {
            waldur.setUsage(resource.uuid(), report.date(), changed);
            log.debug("{} used {} in {}.", name(resource), changed, month);
            tally.written();
            return true;
        } catch (WaldurRejectedException e) {
            // The current month of a zone behind UTC is a past one to Waldur in its last hours.
            if (!isBackfillRefusal(e)) {
                throw e;
            }
            log.info("Waldur takes no usage of {} any more ({}), which is normal.", month, e.reason());
            refusesPastUsage = true;
            tally.refusedPast();
            return false;
        }
    }

    private static boolean isBackfillRefusal(WaldurRejectedException e) {
        return e.status() == 400 && e.reason().toLowerCase(Locale.ROOT).contains("backfilling");
    }

    private void reportUsers(KnownUsages records) throws InterruptedException {
        Map<UUID, Map<String, BigDecimal>> known =
                KnownUsages.users(waldur.userUsagesOfOffering(report.offering(), period()));
        for (UserParts parts : users) {
            for (Map.Entry<String, Map<String, BigDecimal>> part :
                    parts.byComponent().entrySet()) {
                if (mustEnd()) {
                    return;
                }
                attempt(parts.resource(), () -> reportUsers(parts.resource(), part, records, known));
            }
        }
    }

    private void reportUsers(
            Resource resource,
            Map.Entry<String, Map<String, BigDecimal>> part,
            KnownUsages records,
            Map<UUID, Map<String, BigDecimal>> known)
            throws InterruptedException {
        List<ComponentUsage> wholes = records.of(resource.uuid(), part.getKey());
        if (wholes.size() != 1) {
            log.warn(
                    "The users' parts of {} of {} in {} are not reported: Waldur has {} records of the whole.",
                    part.getKey(),
                    name(resource),
                    month,
                    wholes.size());
            return;
        }
        UUID whole = wholes.get(0).uuid();
        Map<String, BigDecimal> changed = UserAmounts.differing(part.getValue(), known.getOrDefault(whole, Map.of()));
        if (!changed.isEmpty()) {
            waldur.setUserUsages(whole, report.date(), changed, tools.links().of(changed.keySet()));
        }
    }

    /** What is wrong with one resource is a problem of that one. */
    private void attempt(Resource resource, Step step) throws InterruptedException {
        try {
            step.run();
            tools.turns().succeeded(turn(resource));
            tools.failures().end();
        } catch (WaldurUnavailableException e) {
            tally.problem("the usage of " + name(resource) + " in " + month + " is not reported: " + e.getMessage(), e);
            tools.turns().failed(turn(resource));
            tools.failures().add(e);
        } catch (WaldurException | IllegalArgumentException e) {
            tools.turns().succeeded(turn(resource));
            tools.failures().end();
            tally.problem("the usage of " + name(resource) + " in " + month + " is not reported: " + e.getMessage(), e);
        }
    }

    private MonthOf turn(Resource resource) {
        return new MonthOf(resource.uuid(), month);
    }

    private static String name(Resource resource) {
        return "resource " + resource.name() + " (" + resource.backendId().orElse("no backend id") + ")";
    }

    @FunctionalInterface
    private interface Step {
        void run() throws InterruptedException;
    }
}
