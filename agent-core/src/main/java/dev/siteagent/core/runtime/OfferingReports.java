package dev.siteagent.core.runtime;

import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.reports.BillingMonths;
import dev.siteagent.core.reports.ReportProgress;
import dev.siteagent.core.reports.UsageReports;
import dev.siteagent.core.reports.UsageReports.ReportedOffering;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.UsageBackend;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The reports of one offering: its backend, opened when it is first needed and kept. For one thread at a time. */
final class OfferingReports implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(OfferingReports.class);

    private final OfferingConfiguration offering;
    private final String backendName;
    private final WaldurClient waldur;
    private final BackendOpener opener;
    private final BillingMonths months;
    private final ReportProgress progress;
    private Optional<OfferingFacts> facts = Optional.empty();
    private ResourceBackend backend;

    /**
     * Reports of an offering.
     *
     * @param offering the offering
     * @param backendName the backend that measures
     * @param waldur Waldur's API
     * @param opener opens the backend
     * @param months which months there are
     * @param progress hears of each resource
     */
    OfferingReports(
            OfferingConfiguration offering,
            String backendName,
            WaldurClient waldur,
            BackendOpener opener,
            BillingMonths months,
            ReportProgress progress) {
        this.offering = offering;
        this.backendName = backendName;
        this.waldur = waldur;
        this.opener = opener;
        this.months = months;
        this.progress = progress;
    }

    /**
     * Reads what Waldur says of the offering now, for the reports to come.
     *
     * @return empty when the backend does not measure usage
     * @throws BackendException when the backend does not open
     * @throws WaldurException when the offering cannot be read
     */
    Optional<UsageReports> begin() throws BackendException, InterruptedException {
        facts = Optional.of(OfferingFacts.read(waldur, offering.uuid(), facts));
        if (backend == null) {
            backend = opener.open(offering, backendName, facts);
        }
        if (!(backend instanceof UsageBackend measuring)) {
            return Optional.empty();
        }
        ReportedOffering reported = new ReportedOffering(
                offering.uuid(),
                opener.components(offering, backendName, facts),
                facts.get().offering().components());
        return Optional.of(new UsageReports(waldur, measuring, reported, months, progress));
    }

    @Override
    public void close() {
        if (backend == null) {
            return;
        }
        try {
            backend.close();
        } catch (RuntimeException | LinkageError e) {
            log.warn("The backend of offering {} did not close in good order.", offering.name(), e);
        }
    }
}
