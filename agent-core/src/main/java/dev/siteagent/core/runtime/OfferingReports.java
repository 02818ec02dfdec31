package dev.siteagent.core.runtime;

import dev.siteagent.core.reports.BillingMonths;
import dev.siteagent.core.reports.ReportProgress;
import dev.siteagent.core.reports.UsageReports;
import dev.siteagent.core.reports.UsageReports.ReportedOffering;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.UsageBackend;
import java.util.Optional;
import java.util.UUID;

/** What reports the usage of one offering, with what Waldur says of the offering now. For one thread at a time. */
final class OfferingReports implements AutoCloseable {
    private final UUID offering;
    private final WaldurClient waldur;
    private final OfferingBackend backend;
    private final BillingMonths months;
    private final ReportProgress progress;
    private final UsageReports.Memory memory = new UsageReports.Memory();

    /**
     * Reports of an offering.
     *
     * @param offering the offering
     * @param waldur Waldur's API
     * @param backend its backend for reports
     * @param months which months there are
     * @param progress hears of each resource
     */
    OfferingReports(
            UUID offering,
            WaldurClient waldur,
            OfferingBackend backend,
            BillingMonths months,
            ReportProgress progress) {
        this.offering = offering;
        this.waldur = waldur;
        this.backend = backend;
        this.months = months;
        this.progress = progress;
    }

    /**
     * Opens the backend if need be, and reads what Waldur says of the offering.
     *
     * @return empty when the backend does not measure usage
     * @throws BackendException when the backend does not open
     * @throws WaldurException when the offering cannot be read
     */
    Optional<UsageReports> begin() throws BackendException, InterruptedException {
        backend.renew();
        return backend.backend() instanceof UsageBackend measuring
                ? Optional.of(new UsageReports(
                        waldur,
                        measuring,
                        new ReportedOffering(
                                offering,
                                backend.components(),
                                backend.facts().offering().components()),
                        months,
                        progress,
                        memory))
                : Optional.empty();
    }

    @Override
    public void close() {
        backend.close();
    }
}
